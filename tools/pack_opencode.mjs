// Makes the npm packages of the OpenCode plugin from its two sources in src/adapters/opencode: plugin.js, which decides
// and is asked first, and last.js, which throws and is asked last. OpenCode loads one file of a package, so they are two.
//
//   node tools/pack_opencode.mjs FOLDER     writes FOLDER/package.json, hivemind.js and README.md, and the same in
//                                           FOLDER/last for the one that is asked last
//
// `npm pack FOLDER` and `npm pack FOLDER/last` then pack them. A plugin from npm finds `hivemind` on the PATH; where
// HiveMind is not initialised it does nothing.
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
  const text = readFileSync(join(root, "src/adapters/clients/opencode/plugin.js"), "utf8");
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

const about_last = { ...about, name: `${name}-last`, description: `The second half of ${name}: throws its refusals behind all other plugins.` };

const readme = `# ${name}

The OpenCode plugin of HiveMind. It needs the program \`hivemind\` of the same version on the PATH.

    hivemind init                               # in the project
    { "plugin": ["${name}@${about.version}", …, "${about_last.name}@${about.version}"] }     # in opencode.json

The first of the two stands first in the list; it decides about every call. The other stands last and throws the refusals,
so that the plugins between are asked about refused calls too, and what they change in a call is judged again. Without it
the first one throws at once, and what a plugin behind it changes is noticed only when the call has run.

\`hivemind init --client opencode\` writes the same plugin into a project, without npm. Use one of the two, not both;
\`hivemind doctor --client opencode\` says when there are more, and whether the gate is live.
`;

const [folder] = process.argv.slice(2);
if (!folder) {
  console.error("usage: node tools/pack_opencode.mjs FOLDER");
  process.exit(2);
}
function write_package(to, package_file, source) {
  mkdirSync(to, { recursive: true });
  writeFileSync(join(to, "package.json"), JSON.stringify(package_file, null, 2) + "\n");
  writeFileSync(join(to, "hivemind.js"), source);
  writeFileSync(join(to, "README.md"), readme);
  console.log(`${package_file.name}@${package_file.version} in ${to}`);
}
write_package(folder, about, plugin());
write_package(join(folder, "last"), about_last, readFileSync(join(root, "src/adapters/clients/opencode/last.js"), "utf8"));
