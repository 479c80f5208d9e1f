// What the guide shows, taken from its pages as an agent reads them.
import assert from "node:assert/strict";

// exampleOf answers the request that a page of the guide ends with.
export function exampleOf(page) {
  const found = page.match(/Example:\s*```json\n([\s\S]*?)\n```/);
  assert.ok(found, `no example on the page:\n${page}`);
  return JSON.parse(found[1]);
}

// argumentsOf answers a request without the member that names the tool.
export function argumentsOf({ action, ...rest }) {
  return rest;
}

// commandsOf answers the names of all commands, as the tool's schema lists them.
export function commandsOf(execute) {
  return execute.inputSchema.properties.commands.items.properties.command.enum;
}

// Commands that have nothing to do on the example house: it is there, it has no
// findings, and nothing in it is edited by hand.
export const idle = new Set(["create_model", "fix", "commit_edits"]);
