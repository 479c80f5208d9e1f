// Reads GLB files with the Khronos validator and with glTF-Transform: no error, no
// warning, and a named node with an id and a mesh for every record, below its level's.
import { readFileSync } from "node:fs";
import { NodeIO } from "@gltf-transform/core";
import validator from "gltf-validator";

const io = new NodeIO();
let failed = 0;
for (const file of process.argv.slice(2)) {
  const bytes = new Uint8Array(readFileSync(file));
  const { issues, info } = await validator.validateBytes(bytes, { maxIssues: 20 });
  const document = await io.readBinary(bytes);
  const nodes = document.getRoot().listNodes();
  const nameless = nodes.filter((n) => !n.getName() || !n.getExtras().id || (n.getExtras().category === "level" ? n.listChildren().length === 0 : !n.getMesh()));
  console.log(`${file}: ${nodes.length} nodes, ${info.totalTriangleCount} triangles, ${issues.numErrors} errors, ${issues.numWarnings} warnings, ${issues.numInfos} infos`);
  if (issues.numErrors + issues.numWarnings + nameless.length > 0 || nodes.length === 0) {
    failed++;
    console.log(issues.messages, nameless.map((n) => n.getExtras()));
  }
}
process.exit(failed > 0 || process.argv.length < 3 ? 1 : 0);
