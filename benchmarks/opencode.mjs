// What a tool call waits for a plugin in the real OpenCode: ours, one that does nothing, and ones that start a process
// for each hook, as clients of hooks do. All of them are loaded into one OpenCode, one after the other, between plugins
// that only read the clock: each call is measured for every one of them, so that a disturbance of the machine meets all.
// Counted is the time before and after the tool, together. Whoever waits for anything lets OpenCode do what it has put
// off; so that nobody is charged for that, each is preceded by one that waits until there is nothing left to do, and the
// order of those that wait is changed. One of them has a child as ours has, which only sends back the line it got: what is
// above it is what we do, the rest is the way there.
//
// Then the wall clock of whole requests, in two OpenCodes that run side by side and work by turns: one with us, one without.
//
//   node opencode.mjs --hivemind PATH --empty PATH [--rounds N]
//
// --rounds says how many rounds each order of the plugins has, 4 when left out; fewer are for trying the benchmark out.

import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { write_call } from "../tests/clients/expectations.mjs";
import { require_opencode } from "../tests/clients/opencode.mjs";
import { Server } from "../tests/clients/opencode_server.mjs";
import { is_private, run_in_private_network } from "../tests/clients/private_network.mjs";
import { World } from "../tests/clients/world.mjs";

const waiting_cases = 4; // all but the empty plugin; each comes first once
const most_rounds_kept = 2; // the least disturbed
const calls_a_round = 40;
const calls_a_session = 20; // OpenCode itself grows slower with its history

// Keeps the time at which each call came by, for both hooks; the last one writes a call down once it is through.
const clock = (place, file, is_last) => `
import { appendFileSync } from "node:fs";
const times = (globalThis.bench_times ??= new Map());
const note = (callID, hook) => {
  if (!times.has(callID)) times.set(callID, { before: [], after: [] });
  times.get(callID)[hook][${place}] = performance.now();
  return times.get(callID);
};
export default {
  id: "clock-${place}",
  server: async () => ({
    "tool.execute.before": async ({ callID }) => void note(callID, "before"),
    "tool.execute.after": async ({ tool, callID }) => {
      const seen = note(callID, "after");
      if (${is_last} && tool === "write") appendFileSync(${JSON.stringify(file)}, JSON.stringify(seen) + "\\n");
    },
  }),
};
`;

const does_nothing = `export default { id: "nothing", server: async () => ({ "tool.execute.before": async () => {}, "tool.execute.after": async () => {} }) };\n`;

const lets_others_work = (place) => `
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const settle = async () => {
  for (let [turns, calm] = [0, 0]; turns < 20 && calm < 4; turns++) {
    const begin = performance.now();
    await pause(2);
    calm = performance.now() - begin < 4 ? calm + 1 : 0;
  }
};
export default { id: "settle-${place}", server: async () => ({ "tool.execute.before": settle, "tool.execute.after": settle }) };
`;

// The event reaches the process on its standard input and the answer is read to its end, as hooks are.
const starts_a_process = (id, command, directory) => `
const run = async (name, event) => {
  const whole = { session_id: "bench", cwd: ${JSON.stringify(directory)}, hook_event_name: name, ...event };
  const child = Bun.spawn([...${JSON.stringify(command)}, ...(${command.length > 1} ? [name] : [])], { cwd: ${JSON.stringify(directory)}, stdin: "pipe", stdout: "pipe", stderr: "ignore" });
  child.stdin.write(JSON.stringify(whole) + "\\n");
  await child.stdin.end();
  await new Response(child.stdout).text();
  await child.exited;
};
const input_of = (args) => ({ file_path: args.filePath, content: args.content });
export default {
  id: "${id}",
  server: async () => ({
    "tool.execute.before": async ({ callID }, { args }) => run("PreToolUse", { tool_name: "Write", tool_use_id: callID, tool_input: input_of(args) }),
    "tool.execute.after": async ({ callID, args }) => run("PostToolUse", { tool_name: "Write", tool_use_id: callID, tool_input: input_of(args), tool_response: {} }),
  }),
};
`;

// One process for all calls, as ours is; its lines go through it and come back.
const echoes = (directory) => `
const start = () => {
  const child = Bun.spawn(["cat"], { cwd: ${JSON.stringify(directory)}, stdin: "pipe", stdout: "pipe", stderr: "ignore" });
  const waiting = [];
  (async () => {
    const decoder = new TextDecoder();
    let kept = "";
    for await (const chunk of child.stdout) {
      kept += decoder.decode(chunk, { stream: true });
      for (let end = kept.indexOf("\\n"); end >= 0; end = kept.indexOf("\\n")) {
        waiting.shift()?.(JSON.parse(kept.slice(0, end)));
        kept = kept.slice(end + 1);
      }
    }
  })();
  return (message) => new Promise((resolve) => {
    waiting.push(resolve);
    child.stdin.write(JSON.stringify(message) + "\\n");
    child.stdin.flush();
  });
};
let ask;
const send = async (hook, input, output) => void (await (ask ??= start())({ id: crypto.randomUUID(), hook, input, output }));
export default {
  id: "echo",
  server: async () => ({
    "tool.execute.before": (input, output) => send("tool.execute.before", input, output),
    "tool.execute.after": (input, output) => send("tool.execute.after", input, output),
  }),
};
`;

const own = null;

// The name of this file makes the processes below it look like an agent's, who may not choose the mode.
const unseen = ["--pid", "--fork", "--mount-proc"];
const init = (world) => world.as_person("init", "--client", "opencode", "--mode", "assisted", "--yes");

function cases_for(world, empty) {
  // The processes work on a store of their own, so that no call is recorded twice.
  const beside = join(world.root, "beside");
  mkdirSync(beside);
  execFileSync("unshare", [...unseen, world.binary, "init", "--mode", "assisted"], { cwd: beside, stdio: "ignore" });
  return [
    ["an empty plugin", does_nothing],
    ["HiveMind's plugin", own],
    ["a plugin with a child that only echoes", echoes(beside)],
    ["a plugin that starts an empty static process for each hook", starts_a_process("empty", [empty], beside)],
    ["a plugin that starts `hivemind hook` for each hook", starts_a_process("hook", [world.binary, "hook", "claude-code"], beside)],
  ];
}

// The plugins in the order in which they run. `first` of those that wait comes first, and those before it last.
async function load_plugins(world, cases, first, file) {
  await init(world);
  const installed = JSON.parse(world.read("opencode.json")).plugin[0];
  world.change_settings((settings) => {
    settings.snapshot = false;
    settings.plugin = [];
  });
  const order = cases.map((_, place) => (place === 0 ? 0 : 1 + ((place - 1 + first) % (cases.length - 1))));
  order.forEach((place, at) => {
    const source = cases[place][1];
    world.add_plugin(`settle-${place}.js`, lets_others_work(place));
    world.add_plugin(`begin-${place}.js`, clock(2 * place, file, false));
    if (source === own) world.change_settings((settings) => settings.plugin.push(installed));
    else world.add_plugin(`case-${place}.js`, source);
    world.add_plugin(`end-${place}.js`, clock(2 * place + 1, file, at === order.length - 1));
  });
}

async function make_calls(world, server, rounds) {
  for (let made = 0; made < rounds * calls_a_round; made += calls_a_session) {
    const session = await server.new_session();
    const write = (_, at) => ({ calls: [write_call(world, `file-${made + at}.txt`)] });
    const begin = { calls: [{ name: "govern_task", args: { action: "start", name: `Write from ${made} on` } }] };
    world.model.play([begin, ...Array.from({ length: calls_a_session }, write), { text: "Done." }]);
    await server.prompt(session, "Begin");
    if (world.model.failure) throw world.model.failure;
  }
}

const percentile = (numbers, part) => [...numbers].sort((a, b) => a - b)[Math.floor(part * (numbers.length - 1))];
const time_text = (ms) => (ms < 1 ? `${(ms * 1000).toFixed(1)} us` : `${ms.toFixed(2)} ms`);

const spent_in = (times, hook, place) => times[hook][2 * place + 1] - times[hook][2 * place];

// By case, what each call of the rounds that count waited, in milliseconds: { before, after }.
function figures(seen, count, rounds) {
  const of_round = (round) => seen.slice(round * calls_a_round, (round + 1) * calls_a_round);
  const waited = (times, place) => ({ before: spent_in(times, "before", place), after: spent_in(times, "after", place) });
  const by_case = (round) => Array.from({ length: count }, (_, place) => of_round(round).map((times) => waited(times, place)));
  const disturbance = (cases) => cases.reduce((sum, calls) => sum + percentile(calls.map(both), 0.5), 0);
  const kept = Array.from({ length: rounds }, (_, round) => by_case(round)).sort((a, b) => disturbance(a) - disturbance(b)).slice(0, most_rounds_kept);
  return Array.from({ length: count }, (_, place) => kept.flatMap((cases) => cases[place]));
}

const both = ({ before, after }) => before + after;

function print(names, times) {
  const reference = percentile(times.at(-1), 0.5);
  console.log(`\na tool call in OpenCode: what it waits for a plugin, before and after, ${times[0].length} calls`);
  console.log(`  ${"ratio".padStart(9)}  ${"p50".padStart(10)} ${"p99".padStart(10)} ${"max".padStart(10)}  case`);
  names.forEach((name, place) => {
    const shown = [0.5, 0.99, 1].map((part) => time_text(percentile(times[place], part)).padStart(10)).join(" ");
    const ratio = place === names.length - 1 ? "" : `${(percentile(times[place], 0.5) / reference).toPrecision(3)} x`;
    console.log(`  ${ratio.padStart(9)}  ${shown}  ${name}`);
  });
}

const most_above_echo_ms = 1;
const most_wall_clock = 1.05;

function print_bar(words, value, most, unit) {
  console.log(`  ${value <= most ? "held  " : "MISSED"} ${words}: ${value.toFixed(3)}${unit} (at most ${most}${unit})`);
}

// The milliseconds that a request takes in a turn of calls_a_session calls, from the prompt to the last word, by turns with
// us and without us.
async function wall_clock(binary, wall_clock_rounds) {
  const worlds = [await World.open(binary), await World.open(binary)];
  const servers = [];
  try {
    await init(worlds[0]);
    for (const world of worlds) world.change_settings((settings) => (settings.snapshot = false));
    for (const world of worlds) servers.push(await Server.start(world));
    const turn = async (at, round) => {
      const world = worlds[at];
      const session = await servers[at].new_session();
      const write = (_, call) => ({ calls: [write_call(world, `wall-${round}-${call}.txt`)] });
      world.model.play([...Array.from({ length: calls_a_session }, write), { text: "Done." }]);
      const begin = performance.now();
      await servers[at].prompt(session, "Begin");
      if (world.model.failure) throw world.model.failure;
      return (performance.now() - begin) / (calls_a_session + 1);
    };
    const times = [[], []];
    // The first of each is for starting up.
    for (let round = 0; round <= wall_clock_rounds; round++) {
      const order = round % 2 === 0 ? [0, 1] : [1, 0];
      for (const at of order) {
        const time = await turn(at, round);
        if (round > 0) times[at].push(time);
      }
    }
    return times;
  } finally {
    for (const server of servers) await server.end();
    for (const world of worlds) {
      await world.close();
      world.remove();
    }
  }
}

function print_wall_clock([with_us, without_us]) {
  console.log(`\nwall clock of a request in OpenCode, ${with_us.length} turns of ${calls_a_session} calls each`);
  for (const [name, times] of [["with HiveMind", with_us], ["without", without_us]]) {
    console.log(`  ${[0, 0.5, 1].map((part) => time_text(percentile(times, part)).padStart(10)).join(" ")}  ${name} (least, p50, most)`);
  }
  print_bar("wall clock of a request, p50, times that without us", percentile(with_us, 0.5) / percentile(without_us, 0.5), most_wall_clock, " x");
}

// By case, the milliseconds of each call that counts, in one order of the plugins.
async function measure(binary, empty, first, rounds) {
  const world = await World.open(binary);
  const file = join(world.root, "times.jsonl");
  try {
    const cases = cases_for(world, empty);
    await load_plugins(world, cases, first, file);
    const server = await Server.start(world);
    try {
      await make_calls(world, server, rounds);
    } finally {
      await server.end();
    }
    const seen = readFileSync(file, "utf8").trim().split("\n").map((line) => JSON.parse(line));
    if (seen.length !== rounds * calls_a_round) throw new Error(`${seen.length} calls were seen, not ${rounds * calls_a_round}`);
    return { names: cases.map(([name]) => name), times: figures(seen, cases.length, rounds) };
  } finally {
    await world.close();
    world.remove();
  }
}

async function main() {
  const { values } = parseArgs({ options: { hivemind: { type: "string" }, empty: { type: "string" }, rounds: { type: "string", default: "4" } }, strict: false });
  require_opencode();
  if (!is_private()) {
    const code = await run_in_private_network();
    if (code !== null) return code;
  }
  const rounds = Number(values.rounds);
  const orders = [];
  for (let first = 0; first < waiting_cases; first++) orders.push(await measure(resolve(values.hivemind), resolve(values.empty), first, rounds));
  const { names } = orders[0];
  const times = names.map((_, place) => orders.flatMap((order) => order.times[place]));
  print(names, times.map((calls) => calls.map(both)));
  for (const hook of ["before", "after"]) {
    const p50 = (place) => percentile(times[place].map((call) => call[hook]), 0.5);
    print_bar(`the hook ${hook} a tool, p50, above a child that only echoes`, p50(1) - p50(2), most_above_echo_ms, " ms");
  }
  print_wall_clock(await wall_clock(resolve(values.hivemind), Math.ceil(2.5 * rounds)));
  return 0;
}

main().then(
  (code) => process.exit(code),
  (error) => {
    console.error(`benchmark: ${error.message}`);
    process.exit(1);
  },
);
