// The example house in a repository of its own, made by the ek under test.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

export const ek = process.env.EK ?? "ek";

export const env = {
  ...process.env,
  GIT_AUTHOR_NAME: "Ada Quill", GIT_AUTHOR_EMAIL: "ada@example.org",
  GIT_COMMITTER_NAME: "Ada Quill", GIT_COMMITTER_EMAIL: "ada@example.org",
};

// rename is what a person does to the house at a terminal, beside an agent.
export function rename(house) {
  execFileSync(ek, ["execute", "rename", "wall-south", "--name", "South wall", "-m", house], { env });
}

// withHouse gives work the folder of a fresh house, beside which lies the file that
// the guide's example of import reads: the same house under another name.
export async function withHouse(work) {
  const folder = mkdtempSync(path.join(tmpdir(), "ek-clients-"));
  try {
    const house = path.join(folder, "house");
    const run = (...args) => execFileSync(ek, args, { env, encoding: "utf8" });
    run("init", house, "--example", "one-storey-house");
    const request = { action: "export", format: "single", whole: true };
    const answer = JSON.parse(run("request", house, JSON.stringify(request)));
    const single = { ...answer.data.single, name: "The house again" };
    writeFileSync(path.join(house, "house.eik.json"), JSON.stringify(single));
    await work(house);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
