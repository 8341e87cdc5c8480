// HiveMind in a person's own settings of OpenCode, for all projects at once.

import assert from "node:assert/strict";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { refusal_parts, start_task, tool_events, write_call } from "./expectations.mjs";
import { count_in, last_tool_result, whole_text } from "./scripted_model.mjs";
import { test } from "./suite.mjs";

const own_settings = '{\n  // mine\n  "plugin": [],\n}\n';

function wire_globally(world) {
  writeFileSync(join(world.home, "config/opencode/opencode.jsonc"), own_settings);
  return world.hivemind("init", "--client", "opencode", "--global", "--yes");
}

test("OpenCode.IsGovernedByThePluginInAPersonsOwnSettings", async (world) => {
  await wire_globally(world);
  assert.equal(world.has(".hivemind"), false, "no project is made");
  await world.run([{ calls: [write_call(world, "free.txt")] }, { text: "Written." }]);
  assert.equal(world.has("free.txt"), true, "nothing is governed that is no project");

  await world.hivemind("init", "--mode", "strict", "--yes");
  await world.run([{ calls: [write_call(world, "a.txt")] }, { text: "Refused." }]);
  assert.equal(world.has("a.txt"), false);
  for (const part of refusal_parts) assert.match(last_tool_result(world.model.requests[1]), part);

  await world.hivemind("init", "--client", "opencode", "--yes");
  await world.run([{ calls: [write_call(world, "a.txt")] }, { text: "Refused." }]);
  assert.equal(world.has("a.txt"), false);
  for (const request of world.model.requests) {
    assert.equal(count_in(whole_text(request), "<hivemind_rules>"), 1, "one of the two governs");
    assert.equal(count_in(whole_text(request), "<hivemind_state "), 1);
  }
});

test("OpenCode.FailsAsTheProjectSaysWhereItIsWiredForAll", async (world) => {
  const copy = join(world.root, "hivemind");
  copyFileSync(world.binary, copy);
  world.binary = copy;
  await wire_globally(world);
  await world.hivemind("init", "--mode", "strict", "--yes");
  rmSync(copy);
  // Started below the project's root, as the engine would find it.
  const root = world.project;
  world.project = join(root, "docs/inner");
  mkdirSync(world.project, { recursive: true });
  await world.run([{ calls: [write_call(world, "a.txt")] }, { text: "Refused." }]);
  assert.equal(world.has("a.txt"), false);
  world.project = root;
  for (const part of refusal_parts) assert.match(last_tool_result(world.model.requests[1]), part);

  world.lose_store();
  await world.run([{ calls: [write_call(world, "a.txt")] }, { text: "Written." }]);
  assert.equal(world.has("a.txt"), true, "nothing is governed that is no project");
});

test("OpenCode.GivesAPersonsOwnSettingsBackAsTheyWere", async (world) => {
  const folder = join(world.home, "config/opencode");
  mkdirSync(join(folder, "agent"));
  writeFileSync(join(folder, "agent/mine.md"), "---\ndescription: Mine\n---\nMine.\n");
  const before = readdirSync(folder, { recursive: true }).sort();
  await wire_globally(world);
  assert.match(readFileSync(join(folder, "opencode.jsonc"), "utf8"), /\/\/ mine[^]*"\.\/hivemind\.js"/);
  assert.ok(existsSync(join(folder, "command/hivemind-status.md")));
  await world.as_person("uninstall", "--client", "opencode", "--global", "--yes");

  assert.equal(readFileSync(join(folder, "opencode.jsonc"), "utf8"), own_settings);
  assert.deepEqual(readdirSync(folder, { recursive: true }).sort(), [...before, "opencode.jsonc"].sort());
});

test("OpenCode.KnowsTheAgentsOfAPersonsOwnSettings", async (world) => {
  await wire_globally(world);
  await world.hivemind("init", "--mode", "strict", "--yes");
  const hand_to = (subagent_type) => ({ calls: [{ name: "task", args: { description: "Look", prompt: "Look", subagent_type } }] });
  const steps = [start_task("Do it"), hand_to("executor"), { text: "It is done." }, { text: "Done." }];
  const given_to = (run) => tool_events(run, "task")[0].state.input.subagent_type;
  assert.equal(given_to(await world.run(steps)), "hivemind-executor", "a role means our profile");

  const own = join(world.home, "config/opencode/agent/executor.md");
  writeFileSync(own, "---\ndescription: Mine\nmode: subagent\n---\nYou are the person's own.\n");
  assert.equal(given_to(await world.run(steps)), "executor", "unless the person has an agent of that name");
  assert.match(whole_text(world.model.requests[2]), /You are the person's own/);
});
