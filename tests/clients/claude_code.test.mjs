// What holds in the real Claude Code.

import assert from "node:assert/strict";
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { refusal_parts } from "./expectations.mjs";
import { common_behaviours, follows_its_settings, gates_a_project_that_was_moved, names_its_commands, own_program, start_task, takes_up_a_session_again, told_of_failures, wired_for_all_projects, works_in_a_worktree } from "./hook_behaviours.mjs";
import { claude_code, request_text, run, run_command, wire } from "./hook_clients.mjs";
import { test } from "./suite.mjs";

common_behaviours(claude_code);
told_of_failures(claude_code);
gates_a_project_that_was_moved(claude_code);
const again = (first) => ({ ...claude_code, command: (prompt) => claude_code.command(prompt, ["--resume", session_id_of(first)]) });
takes_up_a_session_again(claude_code, again);
wired_for_all_projects(claude_code);
works_in_a_worktree(claude_code);
follows_its_settings(claude_code);
names_its_commands(claude_code, put_command, again);

function put_command(world) {
  mkdirSync(world.path(".claude/commands"), { recursive: true });
  world.write(".claude/commands/ship.md", "Ship the thing called $ARGUMENTS.\n");
}

const delegate = { name: "Agent", args: { description: "Write", prompt: "Write a.txt", subagent_type: "general-purpose", run_in_background: false } };

function session_id_of({ stdout }) {
  return JSON.parse(stdout.split("\n").find((line) => line.includes('"session_id"'))).session_id;
}

// A stock subagent has its parent's share: it writes under the parent's task, and without one it is refused like the parent.
test("ClaudeCode.RefusesAWriteOfASubagentWithoutATask", async (world) => {
  await wire(world, claude_code);
  const agent_steps = [{ calls: [claude_code.write(world, "a.txt")] }, { text: "Refused." }];
  const { agent_requests } = await run(world, claude_code, [{ calls: [delegate] }, { text: "Done." }], { agent_steps });

  assert.equal(world.has("a.txt"), false);
  const told = request_text(agent_requests[1]);
  for (const part of refusal_parts) assert.match(told, part);
  assert.match(told, /without an active task/);
});

test("ClaudeCode.LetsASubagentWriteUnderItsParentsTask", async (world) => {
  await wire(world, claude_code);
  const agent_steps = [{ calls: [claude_code.write(world, "a.txt")] }, { text: "Written." }];
  await run(world, claude_code, [start_task(claude_code, "Write a.txt"), { calls: [delegate] }, { text: "Done." }, { text: "I wait." }], { agent_steps });

  assert.equal(world.read("a.txt"), "written by the test\n");
  const swarms = await world.hivemind("swarm", "list", "--json");
  assert.deepEqual(swarms.map((swarm) => swarm.state), ["completed"], "the subagent is in the registry");
  assert.match(swarms[0].summary, /Written/, "what it said last is its summary");
});

// Its agent is one that may work, and has a task of its own.
test("ClaudeCode.HoldsASubagentBackOnceThatStopsWithATaskInHand", async (world) => {
  await wire(world, claude_code);
  mkdirSync(world.path(".claude/agents"), { recursive: true });
  world.write(".claude/agents/executor.md", "---\nname: executor\ndescription: Carries out one task.\n---\nYou carry out one task.\n");
  const executor = { ...delegate, args: { ...delegate.args, subagent_type: "executor" } };
  const agent_steps = [
    start_task(claude_code, "Write a.txt"),
    { calls: [claude_code.write(world, "a.txt")] },
    { text: "Done, I think." },
    { text: "I stop with the task open." },
  ];
  const steps = [start_task(claude_code, "Have a.txt written"), { calls: [executor] }, { text: "Done." }, { text: "I wait." }];
  const { agent_requests } = await run(world, claude_code, steps, { agent_steps });

  assert.equal(world.read("a.txt"), "written by the test\n", "it works under a task of its own");
  const told = request_text(agent_requests[3]);
  for (const part of refusal_parts) assert.match(told, part);
  assert.match(told, /Ending the turn while/);
  const held_back = (await world.log()).filter((event) => event.kind === "stop.block");
  assert.equal(held_back.length, 2);
  assert.equal(new Set(held_back.map((event) => event.session_id)).size, 2, "it and its parent, each once");
  const swarms = await world.hivemind("swarm", "list", "--json");
  assert.deepEqual(swarms.map((swarm) => swarm.state), ["completed"]);
});

// The client tells of each of them, and at once, so that nothing waits for the end of all; and of all of them together
// before it asks the model again.
test("ClaudeCode.JudgesAndRecordsEachCallOfABatch", async (world) => {
  await wire(world, claude_code);
  const batch = { calls: [claude_code.write(world, "a.txt"), claude_code.shell("rm -rf ../project"), claude_code.write(world, "b.txt")] };
  const { requests } = await run(world, claude_code, [start_task(claude_code, "Write a.txt and b.txt"), batch, { text: "Done." }, { text: "I wait." }]);

  assert.equal(world.has("a.txt") && world.has("b.txt"), true, "one that is refused does not hold the others back");
  for (const part of refusal_parts) assert.match(request_text(requests[2]), part);
  const log = await world.log();
  const kinds = log.map((event) => event.kind);
  assert.equal(kinds.filter((kind) => kind === "checkpoint").length, 2);
  assert.equal(kinds.filter((kind) => kind === "gate.block").length, 1);
  const batches = log.filter((event) => event.kind === "session.batch");
  assert.deepEqual(batches.map((event) => event.facts.calls), [3], "one record of the three that came together");
});

// Our own prompts are commands of this client.
test("ClaudeCode.KeepsAPromptOfOursInTheTrailToo", async (world) => {
  await wire(world, claude_code, "assisted");
  const { requests } = await run(world, claude_code, [{ text: "Resumed." }], { prompt: "/mcp__hivemind__resume" });

  assert.match(request_text(requests[0]), /Take up this project's work where it was left/);
  const commands = (await world.log()).filter((event) => event.kind === "session.command");
  assert.deepEqual(commands.map((event) => event.summary), ["/mcp__hivemind__resume"]);
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
  const settings = world.path(".claude/settings.local.json");
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
