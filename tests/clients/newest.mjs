// Installs the clients as npm has them today into a folder of its own; what is pinned stays as it is.
//
//   node newest.mjs FOLDER
//
// The last line says which versions they are. FOLDER/node_modules is what HIVEMIND_CLIENT_MODULES takes.

import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const npm_deadline_ms = 600_000;
const npm = (args, cwd) => execFileSync("npm", args, { cwd, encoding: "utf8", timeout: npm_deadline_ms, stdio: ["ignore", "pipe", "pipe"] });

// A package that is pinned under another name, as "npm:@openai/codex@0.169.0-linux-x64": the newest of the same ending.
function newest(name, pinned) {
  const alias = /^npm:(@?[^@]+)@[\d.]+(.*)$/.exec(pinned);
  const version = npm(["view", alias ? alias[1] : name, "version"]).trim();
  return alias ? `npm:${alias[1]}@${version}${alias[2]}` : version;
}

function main(folder) {
  if (!folder) throw new Error("FOLDER is missing: where the clients are to be installed.");
  const pinned = JSON.parse(readFileSync(new URL("./package.json", import.meta.url), "utf8")).dependencies;
  const dependencies = Object.fromEntries(Object.entries(pinned).map(([name, version]) => [name, newest(name, version)]));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "hivemind-newest-clients", private: true, dependencies }, null, 2) + "\n");
  npm(["install", "--ignore-scripts", "--no-audit", "--no-fund"], folder);
  for (const [name, version] of Object.entries(dependencies)) console.log(`${name} ${version}${version === pinned[name] ? ", as pinned" : `; pinned is ${pinned[name]}`}`);
  console.log(Object.entries(dependencies).map(([name, version]) => `${name.split("/").at(-1).replace("-linux-x64", "")} ${version.replace(/^npm:.*@|-linux-x64$/g, "")}`).join(", "));
}

try {
  main(process.argv[2]);
} catch (error) {
  console.error(`npm could not bring the newest clients: ${error.stderr?.trim().split("\n").slice(-5).join("\n") || error.message}`);
  process.exit(1);
}
