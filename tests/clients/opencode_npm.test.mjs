// The npm package of the plugin: packed, fetched from a registry by OpenCode itself, and governing.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { refusal_parts, write_call } from "./expectations.mjs";
import { serve_package } from "./npm_registry.mjs";
import { last_tool_result } from "./scripted_model.mjs";
import { test } from "./suite.mjs";

const pack = new URL("../../tools/pack_opencode.mjs", import.meta.url).pathname;

test("OpenCode.IsGovernedByThePluginFromNpm", async (world) => {
  await world.hivemind("init", "--mode", "strict", "--yes");
  const [folder, bin] = [join(world.root, "package"), join(world.root, "bin")];
  execFileSync(process.execPath, [pack, folder]);
  mkdirSync(bin);
  symlinkSync(world.binary, join(bin, "hivemind"));
  const registry = await serve_package(folder, world.root);
  try {
    const { name, version, files } = registry.packed;
    assert.deepEqual(files.map((file) => file.path).sort(), ["README.md", "hivemind.js", "package.json"]);
    world.change_settings((settings) => (settings.plugin = [`${name}@${version}`]));
    world.variables = { PATH: `${bin}:/usr/local/bin:/usr/bin:/bin`, npm_config_registry: registry.address };
    await world.run([{ calls: [write_call(world, "a.txt")] }, { text: "Refused." }]);
  } finally {
    await registry.close();
  }

  assert.equal(registry.downloads, 1, "OpenCode fetched it");
  assert.equal(world.has("a.txt"), false);
  for (const part of refusal_parts) assert.match(last_tool_result(world.model.requests[1]), part);
  assert.ok(world.model.requests[0].tools.some((tool) => tool.function.name === "govern_task"));
});
