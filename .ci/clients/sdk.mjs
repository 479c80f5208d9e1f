// The first generation of the TypeScript SDK: the protocol with a handshake.
import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ResourceUpdatedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { ek, env, rename, withHouse } from "./house.mjs";
import { call, progress, walk } from "./walk.mjs";

for (const profile of ["propose", "edit"]) {
  await withHouse(async (house) => {
    const client = new Client({ name: "sdk-client", version: "1.0.0" });
    const transport = new StdioClientTransport({ command: ek, args: ["mcp", house, "--profile", profile], env, stderr: "inherit" });
    await client.connect(transport);

    const uri = "eik://HEAD/architecture/level-0/wall/wall-south.json";
    const told = new Promise((resolve) => client.setNotificationHandler(ResourceUpdatedNotificationSchema, (n) => resolve(n.params.uri)));
    await client.subscribeResource({ uri });
    const change = { commands: [{ command: "rename", id: "wall-south", name: "South wall" }] };
    const { failed, data } = await call(client, "execute", change);
    assert.equal(failed, profile === "propose", data.message);
    if (failed) rename(house);
    assert.equal(await told, uri);

    await progress(transport, () => client.callTool({ name: "validate", arguments: {} }, undefined, { onprogress() {} }));

    console.log(`sdk, 2025-11-25, ${profile}: ${await walk(client)}`);
    await client.close();
  });
}
