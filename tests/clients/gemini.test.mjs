// What holds in the real Gemini CLI.

import assert from "node:assert/strict";
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { gemini, run, wire } from "./hook_clients.mjs";
import { test } from "./suite.mjs";
import { common_behaviours, follows_its_settings, gates_a_project_that_was_moved, names_its_commands, own_program, takes_up_a_session_again, told_of_failures, wired_for_all_projects } from "./hook_behaviours.mjs";

common_behaviours(gemini);
told_of_failures(gemini);
gates_a_project_that_was_moved(gemini);
const again = () => ({ ...gemini, command: (prompt) => gemini.command(prompt, ["--resume", "latest"]) });
takes_up_a_session_again(gemini, again);
wired_for_all_projects(gemini);
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
