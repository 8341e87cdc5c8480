// What a tool call waits for a plugin in the real OpenCode: ours, one that does nothing, and ones that start a process
// for each hook, as clients of hooks do. All of them are loaded into one OpenCode, one after the other, between plugins
// that only read the clock: each call is measured for every one of them, so that a disturbance of the machine meets all.
// Counted is the time before and after the tool, together. Whoever waits for anything lets OpenCode do what it has put
// off; so that nobody is charged for that, each is preceded by one that waits until there is nothing left to do, and the
// order of those that wait is changed.
//
//   node opencode.mjs --hivemind PATH --empty PATH

import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { write_call } from "../tests/clients/expectations.mjs";
import { require_opencode } from "../tests/clients/opencode.mjs";
import { Server } from "../tests/clients/opencode_server.mjs";
import { is_private, run_in_private_network } from "../tests/clients/private_network.mjs";
import { World } from "../tests/clients/world.mjs";

const rounds = 4; // in each order of the plugins
const rounds_kept = 2; // the least disturbed
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

const own = null;

function cases_for(world, empty) {
  // The processes work on a store of their own, so that no call is recorded twice.
  const beside = join(world.root, "beside");
  mkdirSync(beside);
  execFileSync(world.binary, ["init", "--mode", "assisted"], { cwd: beside, stdio: "ignore" });
  return [
    ["an empty plugin", does_nothing],
    ["HiveMind's plugin", own],
    ["a plugin that starts an empty static process for each hook", starts_a_process("empty", [empty], beside)],
    ["a plugin that starts `hivemind hook` for each hook", starts_a_process("hook", [world.binary, "hook", "claude-code"], beside)],
  ];
}

// The plugins in the order in which they run. `first` of those that wait comes first, and those before it last.
async function load_plugins(world, cases, first, file) {
  await world.init("assisted");
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

async function make_calls(world, server) {
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

// By case, the milliseconds of each call of the rounds that count.
function figures(seen, count) {
  const spent = ({ before, after }, place) => before[2 * place + 1] - before[2 * place] + (after[2 * place + 1] - after[2 * place]);
  const of_round = (round) => seen.slice(round * calls_a_round, (round + 1) * calls_a_round);
  const by_case = (round) => Array.from({ length: count }, (_, place) => of_round(round).map((times) => spent(times, place)));
  const disturbance = (cases) => cases.reduce((sum, times) => sum + percentile(times, 0.5), 0);
  const kept = Array.from({ length: rounds }, (_, round) => by_case(round)).sort((a, b) => disturbance(a) - disturbance(b)).slice(0, rounds_kept);
  return Array.from({ length: count }, (_, place) => kept.flatMap((cases) => cases[place]));
}

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

// By case, the milliseconds of each call that counts, in one order of the plugins.
async function measure(binary, empty, first) {
  const world = await World.open(binary);
  const file = join(world.root, "times.jsonl");
  try {
    const cases = cases_for(world, empty);
    await load_plugins(world, cases, first, file);
    const server = await Server.start(world);
    try {
      await make_calls(world, server);
    } finally {
      await server.end();
    }
    const seen = readFileSync(file, "utf8").trim().split("\n").map((line) => JSON.parse(line));
    if (seen.length !== rounds * calls_a_round) throw new Error(`${seen.length} calls were seen, not ${rounds * calls_a_round}`);
    return { names: cases.map(([name]) => name), times: figures(seen, cases.length) };
  } finally {
    await world.close();
    world.remove();
  }
}

async function main() {
  const { values } = parseArgs({ options: { hivemind: { type: "string" }, empty: { type: "string" } }, strict: false });
  require_opencode();
  if (!is_private()) {
    const code = await run_in_private_network();
    if (code !== null) return code;
  }
  const orders = [];
  for (let first = 0; first < 3; first++) orders.push(await measure(resolve(values.hivemind), resolve(values.empty), first));
  const { names } = orders[0];
  print(names, names.map((_, place) => orders.flatMap(({ times }) => times[place])));
  return 0;
}

main().then(
  (code) => process.exit(code),
  (error) => {
    console.error(`benchmark: ${error.message}`);
    process.exit(1);
  },
);
