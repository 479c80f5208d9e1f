// What the guide shows, taken from its pages as an agent reads them.
import assert from "node:assert/strict";

// exampleOf answers the request that a page of the guide ends with. Where it names a
// proposal, that is one which the client has made.
export function exampleOf(page, proposal) {
  const found = page.match(/Example:\s*```json\n([\s\S]*?)\n```/);
  assert.ok(found, `no example on the page:\n${page}`);
  return JSON.parse(found[1].replace(/\bp-[a-z2-7]{8}\b/g, (id) => proposal ?? id));
}

// argumentsOf answers a request without the member that names the tool.
export function argumentsOf({ action, ...rest }) {
  return rest;
}

// allowed sends an example. Where the profile is too small for it, it sends what the
// refusal offers in its place, which is to work.
export async function allowed(example, send) {
  const first = await send(argumentsOf(example));
  if (first.data.code !== "forbidden") return first;
  const offered = first.data.details.try;
  assert.equal(offered.action, example.action);
  return send(argumentsOf(offered));
}

// commandsOf answers the names of all commands, as the tool's schema lists them.
export function commandsOf(tool) {
  return tool.inputSchema.properties.commands.items.properties.command.enum;
}

// Commands that have nothing to do on the example house: it is there, it has no
// findings, nothing in it is edited by hand, it has no roof and no wall in two parts.
export const idle = new Set(["create_model", "fix", "commit_edits", "attach", "merge_walls"]);
