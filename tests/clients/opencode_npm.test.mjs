// The npm packages of the plugin: packed, fetched from a registry by OpenCode itself, and governing.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { refusal_parts, write_call } from "./expectations.mjs";
import { serve_packages } from "./npm_registry.mjs";
import { last_tool_result } from "./scripted_model.mjs";
import { test } from "./suite.mjs";

const pack = new URL("../../tools/pack_opencode.mjs", import.meta.url).pathname;

// A plugin between the two that writes down what it is asked about.
const witness = (file) => `
import { appendFileSync } from "node:fs";
const note = async ({ tool }) => appendFileSync(${JSON.stringify(file)}, tool + "\\n");
export default { id: "witness", server: async () => ({ "tool.execute.before": note }) };
`;

test("OpenCode.IsGovernedByThePluginFromNpm", async (world) => {
  await world.hivemind("init", "--mode", "strict", "--yes");
  const [folder, bin, seen] = [join(world.root, "package"), join(world.root, "bin"), join(world.root, "seen")];
  execFileSync(process.execPath, [pack, folder]);
  mkdirSync(bin);
  symlinkSync(world.binary, join(bin, "hivemind"));
  world.write(".opencode/witness.js", witness(seen));
  const registry = await serve_packages([folder, join(folder, "last")], world.root);
  const { packages } = registry;
  let [asked, findings] = ["", []];
  try {
    for (const { files } of packages) assert.deepEqual(files.map((file) => file.path).sort(), ["README.md", "hivemind.js", "package.json"]);
    const [first, last] = packages.map(({ name, version }) => `${name}@${version}`);
    world.change_settings((settings) => (settings.plugin = [first, "./.opencode/witness.js", last]));
    world.variables = { PATH: `${bin}:/usr/local/bin:/usr/bin:/bin`, npm_config_registry: registry.address };
    await world.run([{ calls: [write_call(world, "a.txt")] }, { text: "Refused." }]);
    asked = readFileSync(seen, "utf8");
    findings = await world.doctor({ PATH: `${join(world.root, "bin")}:/usr/local/bin:/usr/bin:/bin`, npm_config_registry: registry.address });
  } finally {
    await registry.close();
  }

  assert.deepEqual(packages.map(({ downloads }) => downloads), [1, 1], "OpenCode fetched them");
  assert.equal(world.has("a.txt"), false);
  for (const part of refusal_parts) assert.match(last_tool_result(world.model.requests[1]), part);
  assert.ok(world.model.requests[0].tools.some((tool) => tool.function.name === "govern_task"));
  assert.equal(asked, "write\n", "the plugin between was asked about the refused call");
  for (const finding of [/^fine: wired by hivemind-opencode@/, /^fine: gate live in OpenCode: a probe in a session was refused/]) {
    assert.ok(findings.some((line) => finding.test(line)), findings.join("\n"));
  }
});
