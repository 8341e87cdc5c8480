// What holds in the real Gemini CLI.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { gemini, run, wire } from "./hook_clients.mjs";
import { count_in } from "./scripted_model.mjs";
import { test } from "./suite.mjs";
import { common_behaviours, follows_its_settings, gates_a_project_that_was_moved, names_its_commands, own_program, start_task, takes_up_a_session_again, told_of_failures, wired_for_all_projects, works_in_a_worktree } from "./hook_behaviours.mjs";

common_behaviours(gemini);
told_of_failures(gemini);
gates_a_project_that_was_moved(gemini);
const again = () => ({ ...gemini, command: (prompt) => gemini.command(prompt, ["--resume", "latest"]) });
takes_up_a_session_again(gemini, again);
wired_for_all_projects(gemini);
// Its own tools refuse what is outside of its folder before they ask a hook.
works_in_a_worktree(gemini, [/Path not in workspace/]);
follows_its_settings(gemini);
names_its_commands(gemini, put_command, again);

function put_command(world) {
  mkdirSync(world.path(".gemini/commands"), { recursive: true });
  world.write(".gemini/commands/ship.toml", 'description = "Ship"\nprompt = "Ship the thing called {{args}}."\n');
}

// Ours answers within 5 s whatever happens; what hangs longer than the client waits is no longer ours to answer for. The
// client waits for what it started all the same.
test("Gemini.LetsACallThroughWhenTheProgramHangsForTheClientHasNoOtherWay", async (world) => {
  const program = own_program(world);
  await wire(world, gemini, "strict");
  rmSync(program);
  writeFileSync(program, "#!/bin/sh\n[ \"$1\" = hook ] && exec sleep 2\nexit 1\n");
  chmodSync(program, 0o755);
  const settings = world.path(".gemini/settings.json");
  writeFileSync(settings, readFileSync(settings, "utf8").replaceAll('"timeout":10000', '"timeout":500'));
  await run(world, gemini, [{ calls: [gemini.shell("touch went_through")] }, { text: "Done." }]);
  assert.equal(world.has("went_through"), true);
});

// A colleague has what git keeps, and nothing else of ours.
test("Gemini.GoesOnForAColleagueWithoutHiveMind", async (world) => {
  const program = own_program(world);
  gemini.prepare(world);
  mkdirSync(world.path(".gemini"), { recursive: true });
  world.write(".gemini/settings.json", "{}\n");
  execFileSync("git", ["add", "-f", ".gemini/settings.json"], { cwd: world.project });
  const said = await world.hivemind("init", "--client", "gemini", "--mode", "strict", "--yes");
  assert.match(said, /\.gemini\/settings\.json: shared, git keeps it/);
  rmSync(program);
  await run(world, gemini, [{ calls: [gemini.shell("touch escaped")] }, { text: "Refused." }]);
  assert.equal(world.has("escaped"), false, "on this machine a missing program still refuses");
  world.lose_store();
  rmSync(`${world.home}/.local/state/hivemind`, { recursive: true, force: true });
  await run(world, gemini, [{ calls: [gemini.shell("touch went_on")] }, { text: "Done." }]);
  assert.equal(world.has("went_on"), true);
});

// The provider's prompt cache holds what a request shares with the one before it, from its beginning on.
test("Gemini.OnlyAddsToTheConversationWithinATurn", async (world) => {
  await wire(world, gemini);
  await world.hivemind("memory", "save", "--content", "The tests need the quux server.");
  const remark = async () => {
    const [task] = await world.hivemind("task", "list", "--json");
    await world.hivemind("comment", task.id, "Keep the old endpoint alive.");
    return { calls: [gemini.shell("echo 3")] };
  };
  const work = [{ calls: [gemini.write(world, "a.txt")] }, { calls: [gemini.shell("echo 2")] }, remark, { calls: [gemini.shell("echo 4")] }];
  const { requests } = await run(world, gemini, [start_task(gemini, "Write a.txt"), ...work, { text: "Done." }, { text: "I wait for you." }]);

  // The client takes its own marks of thoughts off the calls of a turn that has ended.
  const without_marks = (key, value) => (key === "thoughtSignature" ? undefined : value);
  const said = requests.map(({ contents }) => contents.map((content) => JSON.stringify(content, without_marks)));
  for (let index = 1; index < said.length; index++) {
    said[index - 1].forEach((content, at) => assert.equal(said[index][at], content, `content ${at} of request ${index - 1} is another one in request ${index}`));
  }
  assert.equal(count_in(said.at(-1).join("\n"), "The tests need the quux server."), 1, "said once");
  assert.equal(count_in(said.at(-1).join("\n"), "Keep the old endpoint alive."), 1, "behind the result that it came with");
});
