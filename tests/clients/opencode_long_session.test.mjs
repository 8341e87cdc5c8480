// A long session in a project that knows much: what stands before our text stays as it was, ours stays short and is
// there once, and nothing of it stays behind.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { write_call } from "./expectations.mjs";
import { Server } from "./opencode_server.mjs";
import { count_in, text_of, tool_results, whole_text } from "./scripted_model.mjs";
import { test } from "./suite.mjs";

const turns = 60;
const memories = 1000;
const subjects = ["harbour", "bridge", "quokka", "parser", "token", "crane", "ledger", "window", "anchor", "socket"];
const state = "<hivemind_state ";

// Through one engine, as a plugin would save them.
async function learn_much(world) {
  const engine = spawn(world.binary, ["serve", "opencode"], { cwd: world.project, stdio: ["pipe", "pipe", "inherit"] });
  let answered = "";
  engine.stdout.setEncoding("utf8").on("data", (text) => (answered += text));
  for (let number = 0; number < memories; number++) {
    const content = `Fact ${number}: the ${subjects[number % 10]} of module ${number % 37} needs ${(number * 7919) % 1000} steps before it may be opened again.`;
    const input = { sessionID: "earlier", tool: "hivemind_memory", args: { action: "save", content } };
    engine.stdin.write(JSON.stringify({ id: `memory-${number}`, hook: "tool", input }) + "\n");
  }
  engine.stdin.end();
  await new Promise((resolve) => engine.once("close", resolve));
  assert.equal(count_in(answered, "Saved"), memories, answered.slice(-500));
}

// OpenCode's own copies of the project after each step take most of the time and say nothing here.
const without_snapshots = (world) => world.change_settings((settings) => (settings.snapshot = false));

// The conversation as the model reads it; how a message is packed does not count.
function rendered({ messages }) {
  const shown = ({ role, content, tool_calls }) => [role, text_of(content), ...(tool_calls ?? []).map((call) => call.function.name + call.function.arguments)];
  return messages.map((message) => shown(message).filter(Boolean).join("\n")).join("\n");
}

function before_ours(request) {
  const text = rendered(request);
  assert.equal(count_in(text, state), 1, "our text is there once");
  return text.slice(0, text.indexOf(state));
}

function shared_length(one, other) {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
const left_out = (request) => count_in(rendered(request), "[HiveMind left out");

test("OpenCode.KeepsThePrefixAndStaysShortOverSixtyTurns", async (world) => {
  await world.init("strict");
  await learn_much(world);
  without_snapshots(world);
  const server = await Server.start(world);
  const session = await server.new_session();
  world.model.play([]);
  const govern = (args) => ({ calls: [{ name: "govern_task", args }] });
  const answer = (turn) => ({ text: `Turn ${turn} is done: the ${subjects[turn % 10]} was looked at.` });
  try {
    for (let turn = 0; turn < turns; turn++) {
      const file = `file${turn % 7}.ts`;
      const work = turn % 10 === 0 ? [govern({ action: "start", name: `Look at the ${subjects[(turn / 10) % 10]}` })] : [];
      if (turn % 10 === 9) {
        work.push({ calls: [{ name: "hivemind_memory", args: { action: "save", content: `Turn ${turn} found the ${file} wanting.` } }] });
        work.push(govern({ action: "complete" }));
      } else work.push({ calls: [write_call(world, file)] });
      world.model.steps.push(...work, answer(turn));
      await server.prompt(session, `How many steps does the ${subjects[turn % 10]} of module ${turn % 37} need?`);
      assert.equal(world.model.failure, null);
      assert.equal(world.model.steps.length, 0, `turn ${turn} was played to its end`);
    }
  } finally {
    await server.end();
  }

  const { requests } = world.model;
  let [equal, compared, prunes] = [0, 0, 0];
  for (let index = 1; index < requests.length; index++) {
    if (left_out(requests[index]) !== left_out(requests[index - 1])) {
      prunes++;
      continue;
    }
    const [before, now] = [before_ours(requests[index - 1]), before_ours(requests[index])];
    equal += shared_length(before, now);
    compared += before.length;
  }
  assert.ok(equal / compared >= 0.99, `share of what stayed equal: ${equal / compared}`);
  assert.ok(prunes <= turns / 20, `${prunes} prunes in ${turns} turns`);
  const blocks = requests.map((request) => {
    const text = whole_text(request);
    const block = text.slice(text.indexOf(state));
    return block.slice(0, block.indexOf("</hivemind_state>") + "</hivemind_state>".length).length;
  });
  console.log(`  ${requests.length} requests, share ${(equal / compared).toFixed(5)}, block: median ${median(blocks)}, longest ${Math.max(...blocks)}, prunes ${prunes}`);
  assert.ok(median(blocks) <= 4000, `median of the volatile text: ${median(blocks)}`);
  assert.ok(blocks.every((length) => length <= 15_000));
  const stored = await world.export_session(session);
  assert.match(stored, /Turn 59 is done/);
  assert.equal(count_in(stored, state), 0, "nothing of ours is kept in the client's history");
});

test("OpenCode.StopsTheSameCallMadeTwoHundredTimes", async (world) => {
  await world.init("assisted");
  without_snapshots(world);
  // OpenCode's own guard looks at one message alone, and asks the person; without it only ours is left.
  world.change_settings((settings) => (settings.permission = { doom_loop: "allow" }));
  const server = await Server.start(world);
  try {
    const read = { calls: Array(10).fill({ name: "read", args: { filePath: world.path("README.md") } }) };
    world.model.play([...Array(20).fill(read), { text: "I give up." }]);
    await server.prompt(await server.new_session(), "Begin");
  } finally {
    await server.end();
  }

  assert.equal(world.model.failure, null);
  assert.equal(world.model.steps.length, 0);
  const results = tool_results(world.model.requests.at(-1));
  assert.equal(results.length, 200);
  const stopped_at = results.findIndex((text) => text.startsWith("GOVERNANCE BLOCK"));
  assert.equal(stopped_at, 20, "the twenty-first is refused");
  assert.match(results[stopped_at], /WHAT: read, the same for the 21\. time in a row/);
  assert.ok(results.slice(stopped_at).every((text) => text.startsWith("GOVERNANCE BLOCK")), "and none is carried out again");
  assert.match(results.at(-1), /GET OUT/);
});
