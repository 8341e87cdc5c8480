// Plays a working day in real clients: a scripted agent that knows no rule of ours does what a scenario says.
//
//   node day.mjs SCENARIO [--client all|opencode,claude-code,codex,gemini] [--without-us] [--mode assisted|strict]
//                [--json] [--binary PATH] [--place FOLDER] [--keep]
//
// SCENARIO is a name of days/ or the path of a file; days/README.md describes the format. The exit code is 0 when every
// bar is held, 1 when one is missed, 2 when the day could not be played.

import { accessSync, constants } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { play_day } from "./day_run.mjs";
import { drivers_named } from "./drivers.mjs";
import { is_private, run_in_private_network } from "./private_network.mjs";
import { load_scenario } from "./scenario.mjs";

const default_binary = new URL("../../build/release/hivemind", import.meta.url).pathname;
// Not below /tmp: what lies beside the project there counts as scratch.
const default_place = new URL("../../build/days", import.meta.url).pathname;

const indented = (text, by) => text.trim().split("\n").map((line) => by + line).join("\n");

function print(result, { client }, is_bare) {
  if (is_bare) {
    console.log(`${client}, without us: ${result.without.requests} requests, ${result.without.characters} characters`);
    for (const file of Object.keys(result.without.files).sort()) console.log(`  ${result.without.files[file] === null ? "removed" : "changed"} ${file}`);
    return;
  }
  const { run, without, bars, mode } = result;
  const governance = Object.entries(run.governance).map(([kind, count]) => `${kind} ${count}`).join(", ");
  console.log(`${client}, ${mode}: ${run.dead_ends.length} dead ends, ${run.refusals.length} refusals, ${run.hints.length} hints (at most ${run.most_hints_in_a_turn} a turn); ${governance}`);
  console.log(`  ${run.requests} requests, ${run.characters} characters (without us ${without.requests}, ${without.characters}), ${run.outside_prefix} outside the prefix (${without.outside_prefix})`);
  for (const { turn, call, why, text } of run.dead_ends) console.log(`  DEAD END in turn ${turn}: ${call}\n    ${why}\n${indented(text.slice(0, 1500), "    | ")}`);
  const ended = new Set(run.dead_ends.map(({ turn, call }) => `${turn} ${call}`));
  for (const { turn, call, remedy } of run.refusals.filter((each) => !ended.has(`${each.turn} ${each.call}`))) console.log(`  refused in turn ${turn}: ${call.slice(0, 200)}\n    then: ${remedy ?? "nothing to call"}`);
  for (const { turn, call, text } of run.failures) console.log(`  the call of USE INSTEAD failed in turn ${turn}: ${call}\n${indented(text.slice(0, 600), "    | ")}`);
  for (const { turn, text } of run.hints.slice(0, 3)) console.log(`  hint in turn ${turn}: ${text.slice(0, 200).replaceAll("\n", " / ")}`);
  if (run.trouble) console.log(`  at the end of the day: ${run.trouble.slice(0, 600)}`);
  for (const { name, status } of run.tasks.filter((task) => task.status !== "completed")) console.log(`  left ${status}: ${name}`);
  for (const text of run.unsaid) console.log(`  said all the same: ${text}`);
  for (const file of result.differences) console.log(`  differs from the day without us: ${file}`);
  for (const { name, value, most, is_held } of bars) if (!is_held) console.log(`  MISSED ${name}: ${value} (at most ${most})`);
  console.log(bars.every(({ is_held }) => is_held) ? "  every bar is held" : `  kept for a look: ${result.folder}`);
}

async function main() {
  const options = {
    client: { type: "string", default: "all" },
    "without-us": { type: "boolean", default: false },
    mode: { type: "string" },
    json: { type: "boolean", default: false },
    binary: { type: "string", default: default_binary },
    place: { type: "string", default: default_place },
    keep: { type: "boolean", default: false },
  };
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (positionals.length !== 1) throw new Error("One SCENARIO is needed: a name of tests/clients/days or the path of a file.");
  if (values.mode && !["assisted", "strict"].includes(values.mode)) throw new Error(`--mode ${values.mode}: there is assisted and strict.`);
  const scenario = load_scenario(positionals[0]);
  const chosen = drivers_named(values.client);
  accessSync(values.binary, constants.X_OK);
  if (!is_private()) {
    const code = await run_in_private_network();
    if (code !== null) return code;
  }
  let is_held = true;
  const results = {};
  for (const driver of chosen) {
    if (scenario.clients && !scenario.clients.includes(driver.client)) continue;
    const result = await play_day(scenario, driver, resolve(values.binary), { mode: values.mode, folder: resolve(values.place), is_bare: values["without-us"], keeps: values.keep });
    is_held &&= result.bars?.every((bar) => bar.is_held) ?? true;
    results[driver.client] = result;
    if (!values.json) print(result, driver, values["without-us"]);
  }
  if (values.json) console.log(JSON.stringify({ scenario: scenario.name, results }, null, 2));
  return is_held ? 0 : 1;
}

main().then(
  (code) => process.exit(code),
  (error) => {
    console.error(`day: ${error.message}`);
    process.exit(2);
  },
);
