// What holds in the real Codex.

import assert from "node:assert/strict";
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { has, lacks, refusal_parts } from "./expectations.mjs";
import { common_behaviours, follows_its_settings, names_its_commands, own_program, start_task, takes_up_a_session_again, wired_for_all_projects, works_in_a_worktree } from "./hook_behaviours.mjs";
import { codex, request_text, run, wire } from "./hook_clients.mjs";
import { test } from "./suite.mjs";

common_behaviours(codex);

function set_feature(world, line) {
  const file = join(world.home, ".codex/config.toml");
  writeFileSync(file, readFileSync(file, "utf8").replace("[features]\n", `[features]\n${line}\n`));
}

test("Codex.LetsASubagentWriteUnderItsParentsTask", async (world) => {
  await wire(world, codex);
  set_feature(world, "multi_agent_v2 = true");
  const spawn = { name: "spawn_agent", namespace: "collaboration", args: { task_name: "write_a", message: "Write a.txt", fork_turns: "none" } };
  const wait = { name: "wait_agent", namespace: "collaboration", args: { timeout_ms: 10000 } };
  const agent_steps = [{ calls: [codex.write(world, "a.txt")] }, { text: "Written." }];
  await run(world, codex, [start_task(codex, "Write a.txt"), { calls: [spawn] }, { calls: [wait] }, { text: "Done." }, { text: "I wait." }], { agent_steps });

  assert.equal(world.read("a.txt"), "written by the test\n");
  const swarms = await world.hivemind("swarm", "list", "--json");
  assert.deepEqual(swarms.map((swarm) => swarm.state), ["completed"], "the subagent is in the registry");
  assert.match(swarms[0].summary, /Written/, "what it said last is its summary");
  const log = await world.log();
  assert.ok(log.some((event) => event.kind === "usage" && event.facts.tokens > 0), "the client's tokens are counted");
});

// Most of its models write a script instead of calling tools; the client asks for each call that the script makes.
test("Codex.JudgesEachCallOfAScript", async (world) => {
  await wire(world, codex);
  const file = join(world.home, ".codex/config.toml");
  writeFileSync(file, readFileSync(file, "utf8").replace('model = "gpt-5.5"', 'model = "gpt-6.1-sol"'));
  const script = (...lines) => ({ calls: [{ name: "exec", input: lines.join("\n") }] });
  const write = (name) => `await tools.apply_patch(${JSON.stringify(codex.write(world, name).input)});`;
  const start = 'text(await tools.mcp__hivemind__govern_task({ action: "start", name: "Write b.txt" }));';
  const { requests } = await run(world, codex, [script(write("a.txt")), script(start, write("b.txt")), { text: "Done." }, { text: "I wait." }]);

  assert.equal(world.has("a.txt"), false);
  for (const part of refusal_parts) assert.match(request_text(requests[1]), part);
  assert.equal(world.read("b.txt"), "written by the test\n");
  const sessions = await world.hivemind("session", "list", "--json");
  assert.deepEqual(sessions.map((session) => session.client), ["codex"], "the task is the session's own");
});

test("Codex.TakesAllThatInitWritesWithoutAComplaint", async (world) => {
  await wire(world, codex);
  const { stdout, stderr } = await run(world, codex, [{ text: "Done." }]);
  assert.doesNotMatch(stdout + stderr, /malformed|clamping|"type":"error"/);
});

test("Codex.IsToldItsOwnHoleUntilItIsClosed", async (world) => {
  await wire(world, codex);
  const severity = async () => {
    const { findings } = await world.hivemind("doctor", "--json");
    return findings.find((finding) => finding.what.includes("write_stdin")).severity;
  };
  assert.equal(await severity(), "warning");
  set_feature(world, "unified_exec_tty = false");
  assert.equal(await severity(), "fine");
});

// Codex trusts a hook under the path of its file. In a folder of another name it skips all of ours, and tells nobody.
test("Codex.IsKnownToSkipItsHooksInAMovedProjectUntilInitMendsIt", async (world) => {
  await wire(world, codex);
  await run(world, codex, [{ calls: [codex.write(world, "a.txt")] }, { text: "Refused." }]);
  assert.equal(world.has("a.txt"), false);
  has(await world.findings("codex"), /^fine: wired by this program, fired: last event/);

  world.move_project("renamed");
  // In a folder that nobody said to trust it would read nothing of the project at all.
  const skipped = await run(world, codex, [{ calls: [codex.write(world, "b.txt")] }, { text: "Done." }], { args: ["--trust"] });
  assert.equal(world.has("b.txt"), true, "what the client does: no hook is asked");
  assert.doesNotMatch(request_text(skipped.requests[0]), /hivemind_rules/);
  const hooks = world.path(".codex/hooks.json");
  const config = join(world.home, ".codex/config.toml");
  const found = await world.findings("codex");
  has(found, new RegExp(`^trouble: wired but not trusted by Codex: 11 of 11 hooks in ${hooks} .*${config}.*moved here from .*/project since.*hivemind init --client codex`));
  lacks(found, /live|fired: last|, not fired yet/);

  const before = readFileSync(config, "utf8");
  const shown = await world.hivemind("init", "--dry-run");
  assert.match(shown, new RegExp(`^\\+ *\\[hooks\\.state\\."${hooks}:pre_tool_use:0:0"\\]`, "m"));
  assert.match(shown, new RegExp(`^- *\\[hooks\\.state\\."${join(world.root, "project")}/.codex/hooks.json:pre_tool_use:0:0"\\]`, "m"));
  await assert.rejects(world.hivemind("init"), /nobody can be asked here/);
  assert.equal(readFileSync(config, "utf8"), before, "nothing is changed that was not agreed to");
  await world.hivemind("init", "--yes");
  assert.doesNotMatch(readFileSync(config, "utf8"), new RegExp(`${join(world.root, "project")}/`), "nothing is left of the old place");
  has(await world.findings("codex"), /^warning: wired by this program, not fired yet/);

  await run(world, codex, [{ calls: [codex.write(world, "c.txt")] }, { text: "Refused." }]);
  assert.equal(world.has("c.txt"), false, "the gate is there again");
  has(await world.findings("codex"), /^fine: wired by this program, fired: last event/);
});

test("Codex.IsKnownToReadNoSettingsOfAFolderThatItWasNotToldToTrust", async (world) => {
  await wire(world, codex);
  const config = join(world.home, ".codex/config.toml");
  writeFileSync(config, readFileSync(config, "utf8").replace(/\[projects\..*\ntrust_level = "trusted"\n/, ""));
  const { stderr } = await run(world, codex, [{ calls: [codex.write(world, "a.txt")] }, { text: "Done." }]);
  assert.equal(world.has("a.txt"), true, "what the client does: no hook is asked");
  assert.match(stderr, /Untrusted project-local configuration is disabled/, "and says so");
  has(await world.findings("codex"), /^warning: wired by this program, not fired yet/);

  await run(world, codex, [{ calls: [codex.write(world, "b.txt")] }, { text: "Refused." }], { args: ["--trust"] });
  assert.equal(world.has("b.txt"), false, "trusted once, it has the gate");
});

test("Codex.IsKnownToReadNoSettingsOfAFolderThatItWasToldNotToTrust", async (world) => {
  await wire(world, codex);
  const config = join(world.home, ".codex/config.toml");
  writeFileSync(config, readFileSync(config, "utf8").replace('trust_level = "trusted"', 'trust_level = "untrusted"'));
  await run(world, codex, [{ calls: [codex.write(world, "a.txt")] }, { text: "Done." }]);
  assert.equal(world.has("a.txt"), true, "what the client does: no hook is asked");
  has(await world.findings("codex"), /^trouble: wired but not trusted by Codex: .* is untrusted/);
});

const patch_of_secrets = "*** Begin Patch\n*** Update File: .env\n@@\n-KEY=old\n+KEY=new\n*** End Patch";

// Codex takes such a command for its own tool and applies the patch itself. The hook is asked once, about the command.
test("Codex.RefusesAPatchOfAProtectedFileThatItsShellIsFed", async (world) => {
  await wire(world, codex);
  world.write(".env", "KEY=old\n");
  const fed = (program) => ({ calls: [codex.shell(`${program} <<'EOF'\n${patch_of_secrets}\nEOF`)] });
  const { requests } = await run(world, codex, [
    start_task(codex, "Change the key"), fed("apply_patch"), fed("applypatch"), fed(`cd ${world.project} && apply_patch`), { text: "Refused." }, { text: "I wait." },
  ]);
  assert.equal(world.read(".env"), "KEY=old\n");
  for (const request of requests.slice(2, 5)) {
    for (const part of refusal_parts) assert.match(JSON.stringify(request.input.at(-1)), part);
  }
});

// Outside of a login shell the program of that name is one of Codex's own, on the PATH.
test("Codex.RefusesAPatchOfAProtectedFileThatIsAnArgumentInItsShell", async (world) => {
  await wire(world, codex);
  world.write(".env", "KEY=old\n");
  const shell = (cmd) => ({ calls: [{ name: "exec_command", args: { cmd, login: false } }] });
  const { requests } = await run(world, codex, [
    start_task(codex, "Change the key"), shell(`apply_patch '${patch_of_secrets}'`), shell(`printf '%s' '${patch_of_secrets}' | apply_patch`), { text: "Refused." }, { text: "I wait." },
  ]);
  assert.equal(world.read(".env"), "KEY=old\n");
  for (const request of requests.slice(2, 4)) {
    for (const part of refusal_parts) assert.match(JSON.stringify(request.input.at(-1)), part);
  }
});

test("Codex.PutsTheStateBeforeTheModelAgainAfterACompaction", async (world) => {
  await wire(world, codex);
  const file = join(world.home, ".codex/config.toml");
  writeFileSync(file, `model_auto_compact_token_limit = 1000\n${readFileSync(file, "utf8")}`);
  await world.hivemind("anchor", "save", "--key", "release", "--value", "Never release on a Friday.", "--priority", "critical");
  const { requests } = await run(world, codex, [{ calls: [codex.shell("ls")], tokens: 5000 }, { text: "Nothing of note." }, { text: "Done." }]);

  const after = request_text(requests[2]);
  assert.match(after, /Nothing of note/, "the conversation was summarised");
  assert.match(after, /Never release on a Friday/, "and the state is before the model again");
  const log = await world.log();
  assert.equal(log.filter((event) => event.kind === "session.compacted").length, 1);
});

const thread_of = ({ stdout }) => JSON.parse(stdout.split("\n").find((line) => line.includes("thread_id"))).thread_id;
const again = (first) => ({
  ...codex,
  command: (prompt) => [codex.program, "exec", "resume", "--json", "--skip-git-repo-check", thread_of(first), prompt],
});
takes_up_a_session_again(codex, again);
wired_for_all_projects(codex);
works_in_a_worktree(codex);
follows_its_settings(codex);
names_its_commands(codex, put_command, again);

function put_command(world) {
  mkdirSync(join(world.home, ".codex/prompts"), { recursive: true });
  writeFileSync(join(world.home, ".codex/prompts/ship.md"), "Ship the thing called $ARGUMENTS.\n");
}

// Ours answers within 5 s whatever happens; what hangs longer than the client waits is no longer ours to answer for. The
// trust is of the hook as it was wired, so it is waived for the shorter time.
test("Codex.LetsACallThroughWhenTheProgramHangsForTheClientHasNoOtherWay", async (world) => {
  const program = own_program(world);
  await wire(world, codex, "strict");
  rmSync(program);
  writeFileSync(program, '#!/bin/sh\n[ "$1" = hook ] && exec sleep 20\nexit 1\n');
  chmodSync(program, 0o755);
  const hooks = world.path(".codex/hooks.json");
  writeFileSync(hooks, readFileSync(hooks, "utf8").replaceAll(/"timeout":\d+/g, '"timeout":1'));
  await run(world, codex, [{ calls: [codex.shell("touch went_through")] }, { text: "Done." }], { args: ["--dangerously-bypass-hook-trust"] });
  assert.equal(world.has("went_through"), true);
});
