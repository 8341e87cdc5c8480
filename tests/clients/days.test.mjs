// Every day of days/ in one client, which the commit's hash chooses; in every client when they are asked for by name
// (--only Day) and by ./check --long. The bars are held, or days/pending.json says why not yet.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { first_remedy } from "./day_agent.mjs";
import { play_day } from "./day_run.mjs";
import { drivers } from "./drivers.mjs";
import { load_scenario, scenario_names } from "./scenario.mjs";
import { test } from "./suite.mjs";

// Not below /tmp: what lies beside the project there counts as scratch.
const place = new URL("../../build/days", import.meta.url).pathname;
const pending = JSON.parse(readFileSync(new URL("./days/pending.json", import.meta.url), "utf8"));

const missed_words = (bars) => bars.filter(({ is_held }) => !is_held).map(({ name, value, most }) => `${name}: ${value} (at most ${most})`);

function commit_number() {
  try {
    return parseInt(execFileSync("git", ["rev-parse", "--short=7", "HEAD"], { cwd: new URL(".", import.meta.url), encoding: "utf8" }).slice(0, 7), 16);
  } catch {
    return 0;
  }
}

const plays_all = process.argv.includes("--only") || process.env.HIVEMIND_LONG !== undefined;
const first = commit_number();

const known = new Set();
for (const [position, name] of scenario_names().entries()) {
  const scenario = load_scenario(name);
  const players = Object.values(drivers).filter((driver) => !scenario.clients || scenario.clients.includes(driver.client));
  for (const driver of players) {
    known.add(`${name}.${driver.client}`);
    if (!plays_all && driver !== players[(first + position) % players.length]) continue;
    test(`Day.${name}.${driver.client}`, async (world) => {
      const { bars, run, folder } = await play_day(scenario, driver, world.binary, { folder: place });
      const reason = pending[`${name}.${driver.client}`];
      const missed = missed_words(bars);
      // Nobody looks for what is known.
      if (reason && folder) rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
      if (reason && plays_all) assert.notEqual(missed.length, 0, `every bar is held: take ${name}.${driver.client} off days/pending.json (${reason})`);
      if (!reason) assert.deepEqual(missed, [], `kept in ${folder}\n${JSON.stringify({ dead_ends: run.dead_ends, refusals: run.refusals }, null, 2).slice(0, 6000)}`);
    });
  }
}

test("Day.PendingNamesOnlyDaysThatThereAre", async () => {
  assert.deepEqual(Object.keys(pending).filter((name) => !known.has(name)), []);
});

test("Day.AgentTakesTheFirstCallOfARefusalAsItStandsThere", async () => {
  const refusal = (use_instead) => `GOVERNANCE BLOCK: write denied.\n\nWHAT: write.\nWHY: A rule.\nUSE INSTEAD: ${use_instead}\nEVIDENCE: govern_task {"action":"no"}\n`;
  const call = (use_instead) => {
    const { at, ...found } = first_remedy(refusal(use_instead)) ?? {};
    return found;
  };
  const start = { kind: "own", tool: "govern_task", args: { action: "start", name: "A {brace} and a \"quote\"" } };
  assert.deepEqual(call('Call govern_task with {"action":"start","name":"A {brace} and a \\"quote\\""}, then repeat the call.'), start);
  assert.deepEqual(call('mcp__hivemind__govern_task {"action":"start","name":"A {brace} and a \\"quote\\""}'), start);
  assert.deepEqual(call('hivemind {"command":"backup create","args":{}} first.'), { kind: "own", tool: "hivemind", args: { command: "backup create", args: {} } });
  assert.deepEqual(call("Put it aside with `git stash push calc.py`; or ask the person to allow it with `hivemind grant destructive`."), { kind: "shell", command: "git stash push calc.py" });
  assert.equal(first_remedy(refusal("Ask the person to run `hivemind grant destructive`.")), null);
  assert.equal(first_remedy(refusal("Report what should be done.")), null);
  const as_json = JSON.stringify({ action: "start", error: { what: "No.", use_instead: 'govern_task {"action":"status"}' } });
  assert.deepEqual(first_remedy(`Output:\n${as_json}`).args, { action: "status" });
});
