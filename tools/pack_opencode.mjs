// Makes the npm package of the OpenCode plugin from the one source of it, src/adapters/opencode/plugin.js.
//
//   node tools/pack_opencode.mjs FOLDER     writes FOLDER/package.json, hivemind.js and README.md
//
// `npm pack FOLDER` then packs it. A plugin from npm finds `hivemind` on the PATH; where HiveMind is not initialised it
// does nothing.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { root } from "./source_files.mjs";

const name = "hivemind-opencode";

function version() {
  const found = /project\(hivemind VERSION ([\d.]+)/.exec(readFileSync(join(root, "CMakeLists.txt"), "utf8"));
  if (!found) throw new Error("CMakeLists.txt names no version.");
  return found[1];
}

// As `hivemind init` fills it in, but for a program whose place is not known.
function plugin() {
  const text = readFileSync(join(root, "src/adapters/opencode/plugin.js"), "utf8");
  const filled = text.replace('"@HIVEMIND_BINARY@"', '"hivemind"').replace('"@HIVEMIND_FAIL@"', '"project"');
  if (/"@HIVEMIND_/.test(filled)) throw new Error("plugin.js has a place that nobody fills in.");
  if (!filled.includes(`const plugin_version = "${version()}";`)) throw new Error(`plugin.js is not of version ${version()}.`);
  return filled;
}

const about = {
  name,
  version: version(),
  description: "HiveMind in OpenCode: plans, memory and a gate for the agents of a project.",
  type: "module",
  main: "hivemind.js",
  exports: { ".": "./hivemind.js", "./server": "./hivemind.js" },
  files: ["hivemind.js", "README.md"],
  engines: { opencode: ">=1.18.0" },
};

const readme = `# ${name}

The OpenCode plugin of HiveMind. It needs the program \`hivemind\` of the same version on the PATH.

    hivemind init                               # in the project
    { "plugin": ["${name}@${about.version}"] }     # first in the list of opencode.json

\`hivemind init --client opencode\` writes the same plugin into a project, without npm. Use one of the two, not both;
\`hivemind doctor --client opencode\` says when there are more, and whether the gate is live.
`;

const [folder] = process.argv.slice(2);
if (!folder) {
  console.error("usage: node tools/pack_opencode.mjs FOLDER");
  process.exit(2);
}
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, "package.json"), JSON.stringify(about, null, 2) + "\n");
writeFileSync(join(folder, "hivemind.js"), plugin());
writeFileSync(join(folder, "README.md"), readme);
console.log(`${name}@${about.version} in ${folder}`);
