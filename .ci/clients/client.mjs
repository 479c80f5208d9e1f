// The second generation of the TypeScript SDK, in both generations of the protocol.
import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { ek, env, rename, withHouse } from "./house.mjs";
import { progress, walk } from "./walk.mjs";

const uri = "eik://HEAD/architecture/level-0/wall/wall-south.json";

for (const mode of ["legacy", "auto", { pin: "2026-07-28" }]) {
  await withHouse(async (house) => {
    const client = new Client({ name: "v2-client", version: "2.0.0" }, { versionNegotiation: { mode } });
    const transport = new StdioClientTransport({ command: ek, args: ["mcp", house], env, stderr: "inherit" });
    await client.connect(transport);

    const told = new Promise((resolve) => client.setNotificationHandler("notifications/resources/updated", (n) => resolve(n.params.uri)));
    let subscription;
    if (mode === "legacy") {
      await client.subscribeResource({ uri });
    } else {
      subscription = await client.listen({ resourceSubscriptions: [uri] });
      assert.deepEqual(subscription.honoredFilter.resourceSubscriptions, [uri]);
    }
    rename(house);
    assert.equal(await told, uri);
    await subscription?.close();

    await progress(transport, () => client.callTool({ name: "validate", arguments: {} }, { onprogress() {} }));

    console.log(`client, ${JSON.stringify(mode)}: ${await walk(client)}`);
    await client.close();
  });
}
