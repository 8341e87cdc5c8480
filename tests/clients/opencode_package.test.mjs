// The plugin as an npm package: packed, installed from the archive, and loaded by the real OpenCode from there.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { refusal_parts, write_call } from "./expectations.mjs";
import { last_tool_result } from "./scripted_model.mjs";
import { test } from "./suite.mjs";

const package_folder = new URL("../../packages/opencode", import.meta.url).pathname;

function npm(world, folder, ...args) {
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter);
  const env = { PATH: path, HOME: world.home, npm_config_registry: "http://127.0.0.1:9/", npm_config_update_notifier: "false" };
  return execFileSync("npm", [...args, "--offline", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: folder, env, encoding: "utf8", timeout: 60_000 });
}

// The folder of the installed package.
function install_package(world) {
  const folder = join(world.root, "installed");
  mkdirSync(folder);
  npm(world, package_folder, "pack", "--pack-destination", folder);
  const [archive] = readdirSync(folder).filter((name) => name.endsWith(".tgz"));
  writeFileSync(join(folder, "package.json"), "{}");
  npm(world, folder, "install", `./${archive}`);
  return join(folder, "node_modules/hivemind-opencode");
}

test("OpenCode.IsGovernedByThePluginOfTheNpmPackage", async (world) => {
  const installed = install_package(world);
  assert.deepEqual(readdirSync(installed).sort(), ["README.md", "index.js", "package.json"]);
  const { main } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  const settings = JSON.parse(world.read("opencode.json"));
  world.write("opencode.json", JSON.stringify({ ...settings, plugin: [`file://${join(installed, main)}`] }));
  mkdirSync(join(world.root, "programs"));
  symlinkSync(world.binary, join(world.root, "programs/hivemind"));
  world.programs = join(world.root, "programs");
  await world.hivemind("init", "--mode", "strict");

  await world.run([{ calls: [write_call(world, "a.txt")] }, { text: "Refused." }]);

  assert.equal(world.has("a.txt"), false);
  const result = last_tool_result(world.model.requests[1]);
  for (const part of refusal_parts) assert.match(result, part);
});
