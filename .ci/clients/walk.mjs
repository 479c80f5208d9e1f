// An agent's walk through the server with a client of either SDK: it lists, reads,
// calls every tool with the guide's example, and makes mistakes.
import assert from "node:assert/strict";
import { allowed, argumentsOf, commandsOf, exampleOf, idle } from "./examples.mjs";

// call answers what a tool answers, having compared its two forms.
export async function call(client, name, args = {}) {
  const result = await client.callTool({ name, arguments: args });
  const data = JSON.parse(result.content[0].text);
  assert.deepEqual(result.structuredContent, data, `${name}: text and structure differ`);
  return { data, failed: result.isError === true, meta: result._meta?.["ekgit/meta"] };
}

// progress holds that a call which asks for it is told how far it is before it is
// answered. It looks at the messages themselves: what a client makes of those that
// arrive together is its own affair.
export async function progress(transport, validate) {
  const messages = [];
  const receive = transport.onmessage;
  transport.onmessage = (message, ...rest) => {
    messages.push(message.method ?? "answer");
    receive(message, ...rest);
  };
  await validate();
  transport.onmessage = receive;
  assert.deepEqual(messages, ["notifications/progress", "notifications/progress", "answer"]);
}

// page answers a page of the guide.
export async function page(client, topic) {
  const { data, failed } = await call(client, "guide", topic ? { topic } : {});
  assert.ok(!failed && data.text, `the guide has no page ${topic}`);
  return data.text;
}

async function tools(client) {
  const { tools } = await client.listTools();
  assert.ok(tools.length >= 14, `${tools.length} tools`);
  for (const tool of tools) {
    for (const hint of ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"]) {
      assert.equal(typeof tool.annotations[hint], "boolean", `${tool.name} lacks ${hint}`);
    }
    assert.equal(tool.inputSchema.additionalProperties, false, tool.name);
    assert.equal(tool.outputSchema.type, "object", tool.name);
  }
  // What writes comes last, so that every example finds the house as it was.
  const reads = tools.filter((t) => t.annotations.readOnlyHint);
  const writes = tools.filter((t) => !t.annotations.readOnlyHint);
  let proposal; // the one that propose makes
  for (const tool of [...reads, ...writes]) {
    const example = exampleOf(await page(client, tool.name), proposal);
    assert.equal(example.action, tool.name);
    const { data, failed, meta } = await allowed(example, (args) => call(client, tool.name, args));
    assert.ok(!failed, `${tool.name}: ${data.message}`);
    if (tool.name === "propose") proposal = data.proposal;
    assert.equal(typeof meta.sequence, "number", tool.name);
  }
  return tools;
}

async function commands(client, propose) {
  let tried = 0;
  for (const name of commandsOf(propose)) {
    const example = exampleOf(await page(client, name));
    const { data, failed } = await call(client, "validate", { commands: [example] });
    assert.equal(failed, idle.has(name), `${name}: ${data.message ?? "is not refused"}`);
    if (failed) assert.ok(data.hint || data.details, `${name} is refused and says nothing`);
    tried++;
  }
  return tried;
}

async function resources(client) {
  const { resources } = await client.listResources();
  for (const { uri } of resources) {
    const { contents } = await client.readResource({ uri });
    assert.ok(contents[0].text.length > 0, uri);
  }
  const { resourceTemplates } = await client.listResourceTemplates();
  assert.deepEqual(resourceTemplates.map((t) => t.uriTemplate), ["eik://{commit}/{+path}"]);
  const { contents } = await client.readResource({ uri: "eik://1/architecture/level-0/wall/wall-south.json" });
  assert.equal(JSON.parse(contents[0].text).id, "wall-south");
  for (const uri of ["eik://HEAD/architecture%2F..%2F..%2Fx.json", "eik://HEAD/levels/level-9.json"]) {
    await assert.rejects(client.readResource({ uri }), (e) => e.code === -32602 || e.code === -32002, uri);
  }
  return resources.length;
}

async function prompts(client) {
  const { prompts } = await client.listPrompts();
  for (const prompt of prompts) {
    const given = Object.fromEntries(prompt.arguments.filter((a) => a.required).map((a) => [a.name, "error"]));
    const { messages } = await client.getPrompt({ name: prompt.name, arguments: given });
    assert.equal(messages.length, 2, prompt.name);
    await assert.rejects(client.getPrompt({ name: prompt.name, arguments: {} }), (e) => e.code === -32602, prompt.name);
  }
  const { completion } = await client.complete({
    ref: { type: "ref/resource", uri: "eik://{commit}/{+path}" },
    argument: { name: "path", value: "architecture/level-0/wall/wall-s" },
  });
  assert.deepEqual(completion.values, ["architecture/level-0/wall/wall-south.json"]);
  return prompts.length;
}

// mistakes are wrong calls; each recovers with the request that its error offers.
async function mistakes(client) {
  const wrong = [
    ["read", { filtre: { categories: ["wall"] } }],
    ["read", { filter: { categories: ["wal"] } }],
    ["guide", { topic: "wals" }],
    ["propose", { commands: [{ command: "update", id: "door-entrance", height: 2200 }] }],
  ];
  for (const [name, args] of wrong) {
    const { data, failed } = await call(client, name, args);
    assert.ok(failed && data.code && data.message, `${name} ${JSON.stringify(args)} is carried out`);
    const request = [data.details.try].flat()[0];
    const again = await call(client, request.action, argumentsOf(request));
    assert.ok(!again.failed, `${name}: what the error offers fails: ${again.data.message}`);
  }
  await assert.rejects(client.callTool({ name: "eval", arguments: {} }));
}

// walk does all of it and answers a line about it.
export async function walk(client) {
  assert.match(client.getInstructions(), /Begin with guide/);
  await page(client);
  const count = {};
  count.resources = await resources(client);
  count.prompts = await prompts(client);
  const { tools: listed } = await client.listTools();
  count.commands = await commands(client, listed.find((t) => t.name === "propose"));
  await mistakes(client);
  count.tools = (await tools(client)).length;
  return Object.entries(count).map(([what, n]) => `${n} ${what}`).join(", ");
}
