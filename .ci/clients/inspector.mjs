// The inspector on its command line, in both generations of the protocol: a process a
// call, as a person tries a server.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { allowed, exampleOf } from "./examples.mjs";
import { ek, env, withHouse } from "./house.mjs";

const inspector = fileURLToPath(new URL("node_modules/.bin/mcp-inspector", import.meta.url));

for (const protocolEra of ["legacy", "modern"]) {
  await withHouse(async (house) => {
    const config = path.join(path.dirname(house), "config.json");
    writeFileSync(config, JSON.stringify({ mcpServers: { ekgit: { command: ek, args: ["mcp", house], protocolEra } } }));
    const run = (...args) => {
      const done = spawnSync(inspector, ["--cli", "--config", config, "--server", "ekgit", "--method", ...args], { env, encoding: "utf8" });
      return { exit: done.status, said: done.stderr, answer: done.stdout ? JSON.parse(done.stdout) : undefined };
    };
    const tool = (name, args) => {
      const pairs = Object.entries(args).map(([key, value]) => `${key}=${typeof value === "string" ? value : JSON.stringify(value)}`);
      return run("tools/call", "--tool-name", name, ...(pairs.length ? ["--tool-arg", ...pairs] : []));
    };

    const list = run("tools/list", "--strict");
    assert.equal(list.exit, 0, list.said);
    assert.doesNotMatch(list.said, /Warning|Error/, "a schema is not portable");
    const { tools } = list.answer;
    tools.sort((a, b) => Number(b.annotations.readOnlyHint) - Number(a.annotations.readOnlyHint));
    let proposal;
    for (const { name } of tools) {
      const example = exampleOf(tool("guide", { topic: name }).answer.structuredContent.text, proposal);
      const { exit, said, answer } = await allowed(example, (args) => {
        const done = tool(name, args);
        return { ...done, data: done.answer.structuredContent };
      });
      assert.ok(exit === 0 && !answer.isError, `${name}: ${said}${JSON.stringify(answer)}`);
      assert.deepEqual(JSON.parse(answer.content[0].text), answer.structuredContent, name);
      if (name === "propose") proposal = answer.structuredContent.proposal;
    }

    const wrong = tool("read", { tier: "fulll" });
    assert.ok(wrong.answer.isError && wrong.answer.structuredContent.hint, JSON.stringify(wrong));
    assert.equal(run("resources/list").answer.resources[0].name, "guide-core");
    assert.match(run("resources/read", "--uri", "eik://HEAD/eik.json").answer.contents[0].text, /"format": "OpenEik"/);
    assert.equal(run("resources/templates/list").answer.resourceTemplates.length, 1);
    assert.equal(run("prompts/list").answer.prompts.length, 3);
    assert.equal(run("prompts/get", "--prompt-name", "explain_changes", "--prompt-args", "since=1").answer.messages.length, 2);
    console.log(`inspector, ${protocolEra}: ${tools.length} tools`);
  });
}
