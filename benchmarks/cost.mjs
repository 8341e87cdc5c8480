// What HiveMind adds to what a model reads, in the four real clients: the same work is done with us and without us, every
// request is kept, and the two are compared. Counted are all characters, and those that lie outside of the common prefix
// of a request and the one before it in the same conversation: they are paid in full, the rest comes from the
// provider's cache.
//
//   node cost.mjs --hivemind PATH [--client all|opencode,codex,…] [--part all|turn60|turns5] [--write FILE] [--keep] [--bars]
//
// --write makes docs/clients/cost.md anew; --keep leaves every request in a folder and names it; --bars ends with 1 when a
// bar of the table is not held.

import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { drivers_named, wire_driver } from "../tests/clients/drivers.mjs";
import { require_hook_clients } from "../tests/clients/hook_clients.mjs";
import { require_opencode } from "../tests/clients/opencode.mjs";
import { is_private, run_in_private_network } from "../tests/clients/private_network.mjs";
import { World } from "../tests/clients/world.mjs";
import { bars, bars_of, compare, measure_run } from "./cost/figures.mjs";
import { cost_page } from "./cost/page.mjs";

const manuals = 20;
// More than Gemini CLI's own limit, so that it compacts in the middle of a turn.
const tokens_that_fill = 950_000;

// How the work is done: as it is in strict mode, with a task begun and ended, and in assisted mode, where nothing is asked.
const ways = [
  { name: "without", mode: null },
  { name: "strict", mode: "strict" },
  { name: "assisted", mode: "assisted" },
];

function put_files(world) {
  mkdirSync(world.path("src"));
  for (let number = 0; number < manuals; number++) {
    const line = (at) => `Line ${at} of manual ${number}: the crane of module ${(number * 31 + at) % 97} is opened by hand.`;
    world.write(`src/manual${number}.md`, Array.from({ length: 40 }, (_, at) => line(at)).join("\n") + "\n");
  }
}

// Reading, writing and looking by turns; no two calls are the same.
function neutral_calls(first, count) {
  return Array.from({ length: count }, (_, index) => {
    const number = first + index;
    const manual = `src/manual${number % manuals}.md`;
    if (number % 3 === 0) return ["read", { file: manual }];
    if (number % 3 === 1) return ["write", { file: `src/part${number}.ts`, text: `export const part${number} = ${number};\n`.repeat(8) }];
    return ["shell", { command: `grep -n "module ${number}" ${manual} | head -20` }];
  });
}

// The turns of a part, each a list of neutral calls; "compact" stands for a compaction between two turns.
function turns_of(part, mode) {
  const is_governed = mode === "strict";
  const first = is_governed ? [["own", { tool: "govern_task", args: { action: "start", name: "Write the parts" } }]] : [];
  const last = is_governed ? [["own", { tool: "govern_task", args: { action: "complete" } }]] : [];
  if (part === "turn60") return [[...first, ...neutral_calls(0, 60), ...last]];
  const five = (turn) => neutral_calls(turn * 5, 5);
  return [[...first, ...five(0)], five(1), five(2), five(3), five(4), "compact", [...five(5), ...last]];
}

// Plays the calls one by one; a request that asks for a summary gets one.
class Player {
  constructor(driver, world) {
    Object.assign(this, { driver, world, calls: [], is_compacting: false, fills_after: null });
  }

  answer() {
    const record = this.world.model.records.at(-1);
    if (this.is_compacting) {
      record.kind = "summary";
      return { text: "<summary>The parts were written.</summary>" };
    }
    const next = this.calls.shift();
    if (!next) return { text: "Done." };
    const [kind, values] = next;
    const calls = this.driver.calls[kind](this.world.project, values);
    const fills = this.fills_after !== null && this.fills_after-- === 0;
    return fills ? { calls, tokens: tokens_that_fill } : { calls };
  }
}

// Gemini CLI asks for nothing aside but summaries, in the middle of a turn, and the model answers them by itself.
function told_apart(records, driver) {
  return driver.compact ? records : records.map((record) => (record.kind === "small" ? { ...record, kind: "summary" } : record));
}

async function do_work(binary, driver, part, { mode }) {
  const world = await World.open(binary);
  try {
    put_files(world);
    driver.prepare(world);
    if (mode) await wire_driver(world, driver, mode);
    const player = new Player(driver, world);
    world.model.play_by(() => player.answer());
    const place = { folder: world.project, session: undefined };
    let compacts_within = false;
    for (const turn of turns_of(part, mode)) {
      if (turn === "compact") {
        // Where it cannot be asked for, the model says that its window is full.
        compacts_within = !driver.compact;
        if (compacts_within) continue;
        player.is_compacting = true;
        await driver.compact(world, place);
        player.is_compacting = false;
        continue;
      }
      player.calls = [...turn];
      player.fills_after = compacts_within ? 2 : null;
      compacts_within = false;
      place.session = await driver.turn(world, `Write the parts, ${turn.length} of them.`, place);
      if (world.model.failure) throw world.model.failure;
      if (player.calls.length > 0) throw new Error(`${driver.title}, ${part}: ${player.calls.length} calls were not made`);
    }
    return { records: told_apart(world.model.records, driver), root: world.root };
  } finally {
    await driver.end(world);
    await world.close();
    world.remove();
  }
}

async function measure(binary, driver, part, kept) {
  const runs = {};
  for (const way of ways) {
    const { records, root } = await do_work(binary, driver, part, way);
    if (kept) writeFileSync(join(kept, `${driver.client}-${part}-${way.name}.jsonl`), records.map((record) => JSON.stringify(record) + "\n").join(""));
    runs[way.name] = measure_run(records, root, driver);
  }
  return { client: driver.client, title: driver.title, part, ...compare(runs) };
}

function print(result) {
  console.log(`\n${result.title}, ${result.part}`);
  for (const [way, { requests, total, outside }] of Object.entries(result.ways)) {
    const ratio = way === "without" ? "" : `  total ${result.ratios[way].total.toFixed(3)} x, outside ${result.ratios[way].outside.toFixed(3)} x`;
    console.log(`  ${way.padEnd(9)} ${String(requests).padStart(3)} requests ${String(total).padStart(9)} characters ${String(outside).padStart(9)} outside the prefix${ratio}`);
  }
  for (const [way, weight] of Object.entries(result.weight)) console.log(`  ${way.padEnd(9)} first request: ${Object.entries(weight).map(([name, value]) => `${name} ${value}`).join(", ")}`);
  for (const [way, found] of Object.entries(result.twice)) if (found.length > 0) console.log(`  ${way.padEnd(9)} the same text twice in one request: ${found.length}, such as ${JSON.stringify(found[0].slice(0, 120))}`);
  for (const [way, aside] of Object.entries(result.aside)) for (const [kind, { requests, ours }] of Object.entries(aside)) console.log(`  ${way.padEnd(9)} ${kind} requests: ${requests}, with ${ours} characters of ours`);
  for (const { name, value, most, is_held } of bars_of(result)) console.log(`  ${is_held ? "held  " : "MISSED"} ${name}: ${value} (at most ${most})`);
}

async function main() {
  const options = { hivemind: { type: "string" }, client: { type: "string", default: "all" }, part: { type: "string", default: "all" }, write: { type: "string" }, keep: { type: "boolean" }, bars: { type: "boolean" } };
  const { values } = parseArgs({ options, strict: false });
  require_opencode();
  require_hook_clients();
  if (!is_private()) {
    const code = await run_in_private_network();
    if (code !== null) return code;
  }
  const parts = values.part === "all" ? ["turn60", "turns5"] : [values.part];
  if (!parts.every((part) => ["turn60", "turns5"].includes(part))) throw new Error(`--part ${values.part}: there is turn60, turns5 and all.`);
  const kept = values.keep ? mkdtempSync(join(tmpdir(), "hivemind-cost-")) : null;
  const results = [];
  for (const driver of drivers_named(values.client)) {
    for (const part of parts) {
      results.push(await measure(resolve(values.hivemind), driver, part, kept));
      print(results.at(-1));
    }
  }
  if (kept) console.log(`\nEvery request: ${kept}`);
  if (values.write) writeFileSync(values.write, cost_page(results));
  const missed = results.flatMap(bars_of).filter((bar) => !bar.is_held);
  console.log(`\n${missed.length} of ${results.flatMap(bars_of).length} bars missed (${Object.keys(bars).length} kinds)`);
  return values.bars && missed.length > 0 ? 1 : 0;
}

main().then(
  (code) => process.exit(code),
  (error) => {
    console.error(`benchmark: ${error.stack}`);
    process.exit(1);
  },
);
