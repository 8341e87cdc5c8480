// What holds in the real Claude Code.

import assert from "node:assert/strict";
import { chmodSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { refusal_parts } from "./expectations.mjs";
import { common_behaviours, own_program, start_task, told_of_failures } from "./hook_behaviours.mjs";
import { claude_code, request_text, run, run_command, wire } from "./hook_clients.mjs";
import { test } from "./suite.mjs";

common_behaviours(claude_code);
told_of_failures(claude_code);

const delegate = { name: "Agent", args: { description: "Write", prompt: "Write a.txt", subagent_type: "general-purpose", run_in_background: false } };

function session_id_of({ stdout }) {
  return JSON.parse(stdout.split("\n").find((line) => line.includes('"session_id"'))).session_id;
}

// Its parent has a task, so only the role of a subagent stands in the way.
test("ClaudeCode.RefusesAWriteOfASubagentToo", async (world) => {
  await wire(world, claude_code);
  const agent_steps = [{ calls: [claude_code.write(world, "a.txt")] }, { text: "Refused." }];
  const { agent_requests } = await run(world, claude_code, [start_task(claude_code, "Write a.txt"), { calls: [delegate] }, { text: "Done." }, { text: "I wait." }], { agent_steps });

  assert.equal(world.has("a.txt"), false);
  const told = request_text(agent_requests[1]);
  for (const part of refusal_parts) assert.match(told, part);
  assert.match(told, /role investigator/);
  const swarms = await world.hivemind("swarm", "list", "--json");
  assert.deepEqual(swarms.map((swarm) => swarm.state), ["completed"], "the subagent is in the registry");
  assert.match(swarms[0].summary, /Refused/, "what it said last is its summary");
});

test("ClaudeCode.PutsTheStateBeforeTheModelAgainAfterACompaction", async (world) => {
  await wire(world, claude_code);
  await world.hivemind("anchor", "save", "--key", "release", "--value", "Never release on a Friday.", "--priority", "critical");
  const first = await run(world, claude_code, [{ text: "Begun." }]);
  const again = ["--resume", session_id_of(first)];
  const compaction = await run(world, claude_code, [{ text: "<summary>Nothing of note.</summary>" }], { prompt: "/compact", args: again });
  assert.match(request_text(compaction.requests[0]), /Never release on a Friday/, "the summary is steered");
  const { requests } = await run(world, claude_code, [{ text: "Done." }], { prompt: "Go on", args: again });

  assert.match(request_text(requests[0]), /Nothing of note/);
  assert.match(request_text(requests[0]), /Never release on a Friday/);
  const log = await world.log();
  assert.equal(log.filter((event) => event.kind === "session.compacted").length, 1);
  assert.equal(log.filter((event) => event.kind === "session.compacting").length, 1);
});

test("ClaudeCode.RefusesWhenTheProgramHangsAndTheFailModeIsClosed", async (world) => {
  const program = own_program(world);
  await wire(world, claude_code, "strict");
  rmSync(program);
  writeFileSync(program, "#!/bin/sh\nexec sleep 60\n");
  chmodSync(program, 0o755);
  const settings = world.path(".claude/settings.json");
  writeFileSync(settings, readFileSync(settings, "utf8").replaceAll('"timeout":10', '"timeout":1'));
  await run(world, claude_code, [{ calls: [claude_code.shell("touch escaped")] }, { text: "Refused." }]);
  assert.equal(world.has("escaped"), false);
});

test("ClaudeCode.IsWiredByItsPluginToo", async (world) => {
  await world.hivemind("init", "--mode", "strict");
  const folder = join(world.root, "plugin");
  await world.hivemind("init", "--client", "claude-code", "--plugin", folder, "--yes");
  const checked = await run_command(world, claude_code, ["plugin", "validate", folder]);
  assert.equal(checked.code, 0, checked.stdout + checked.stderr);

  const { requests } = await run(world, claude_code, [{ calls: [claude_code.write(world, "a.txt")] }, { text: "Refused." }], { args: ["--plugin-dir", folder] });
  assert.equal(world.has("a.txt"), false);
  for (const part of refusal_parts) assert.match(request_text(requests[1]), part);
});
