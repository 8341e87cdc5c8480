// A long session in a project that knows much: what stands before our text stays as it was, ours stays short and is
// there once, and nothing of it stays behind.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { write_call } from "./expectations.mjs";
import { client_environment } from "./opencode.mjs";
import { Server } from "./opencode_server.mjs";
import { count_in, text_of, tool_results, whole_text } from "./scripted_model.mjs";
import { test_alone as test } from "./suite.mjs";

const turns = 60;
const memories = 1000;
const subjects = ["harbour", "bridge", "quokka", "parser", "token", "crane", "ledger", "window", "anchor", "socket"];
const state = "<hivemind_state ";

// Through one engine, as a plugin would save them.
async function learn_much(world) {
  const engine = spawn(world.binary, ["serve", "opencode"], { cwd: world.project, env: client_environment(world.home, world.project), stdio: ["pipe", "pipe", "inherit"] });
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

// All that is ours in a request, and whole packs among it.
function ours_in(request) {
  const text = whole_text(request);
  assert.equal(count_in(text, "<hivemind_rules>"), 1, "the rules are there once");
  return [...text.matchAll(/<hivemind_state [^]*?<\/hivemind_state>/g)].map(([block]) => block);
}

function shared_length(one, other) {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}

// What a call of the model reads: long enough that leaving it out pays.
function write_manuals(world) {
  for (const [index, subject] of subjects.entries()) {
    world.write(`${subject}.md`, Array.from({ length: 60 }, (_, line) => `Line ${line} of manual ${index}: the ${subject} is opened by hand.`).join("\n") + "\n");
  }
}

// The results of calls that were left out, by their place among all results.
const places_left_out = (request) => tool_results(request).flatMap((text, place) => (text.startsWith("[HiveMind left out") ? [place] : []));

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
const left_out = (request) => count_in(rendered(request), "[HiveMind left out");

test("OpenCode.KeepsThePrefixAndStaysShortOverSixtyTurns", async (world) => {
  await world.init("strict");
  await learn_much(world);
  without_snapshots(world);
  write_manuals(world);
  const server = await Server.start(world);
  const session = await server.new_session();
  world.model.play([]);
  // By turn, how many results there were when its task began, and the first request of the turn.
  const begun = [];
  let stored = "";
  const govern = (args) => ({ calls: [{ name: "govern_task", args }] });
  const answer = (turn) => ({ text: `Turn ${turn} is done: the ${subjects[turn % 10]} was looked at.` });
  try {
    for (let turn = 0; turn < turns; turn++) {
      const file = `file${turn % 7}.ts`;
      const results = turn === 0 ? 0 : tool_results(world.model.requests.at(-1)).length;
      begun.push({ first: world.model.requests.length, results: turn % 10 === 0 ? results : begun.at(-1).results });
      const work = turn % 10 === 0 ? [govern({ action: "start", name: `Look at the ${subjects[(turn / 10) % 10]}` })] : [];
      if (turn % 10 === 9) {
        work.push({ calls: [{ name: "hivemind_memory", args: { action: "save", content: `Turn ${turn} found the ${file} wanting.` } }] });
        work.push(govern({ action: "complete" }));
      } else {
        work.push({ calls: [{ name: "read", args: { filePath: world.path(`${subjects[turn % 10]}.md`) } }] });
        work.push({ calls: [write_call(world, file)] });
      }
      world.model.steps.push(...work, answer(turn));
      await server.prompt(session, `How many steps does the ${subjects[turn % 10]} of module ${turn % 37} need?`);
      assert.equal(world.model.failure, null);
      assert.equal(world.model.steps.length, 0, `turn ${turn} was played to its end`);
    }
    stored = JSON.stringify(await server.ask("GET", `/session/${session}/message`));
  } finally {
    await server.end();
  }

  const { requests } = world.model;
  let [equal, compared] = [0, 0];
  const turn_of = (index) => begun.findLastIndex(({ first }) => first <= index);
  const pruned_in = [];
  for (let index = 1; index < requests.length; index++) {
    if (left_out(requests[index]) !== left_out(requests[index - 1])) {
      pruned_in.push(turn_of(index));
      const own = begun[turn_of(index)].results;
      assert.ok(places_left_out(requests[index]).every((place) => place < own), "nothing of the task at hand is left out");
      continue;
    }
    const [before, now] = [rendered(requests[index - 1]), rendered(requests[index])];
    equal += shared_length(before, now);
    compared += before.length;
  }
  assert.ok(equal / compared >= 0.99, `share of what stayed equal: ${equal / compared}`);
  assert.ok(pruned_in.length >= 2, `pruned in the turns ${pruned_in}`);
  pruned_in.forEach((turn, at) => assert.ok(at === 0 || turn - pruned_in[at - 1] >= 20, `pruned in the turns ${pruned_in}`));
  const batches = await world.hivemind("log", "--kind", "prune", "--limit", "500", "--json");
  const weighed = batches.filter(({ facts }) => "characters_saved" in facts).map(({ facts }) => facts);
  assert.equal(weighed.length, pruned_in.length, "each is in the trail, once");
  for (const { characters_saved, prefix_lost } of weighed) {
    assert.ok(characters_saved >= 8000, `${characters_saved} characters saved`);
    assert.ok(prefix_lost >= characters_saved && prefix_lost <= 10 * characters_saved, `${prefix_lost} characters of the prefix lost`);
  }
  const all_ours = ours_in(requests.at(-1));
  assert.equal(all_ours.filter((block) => !/delivery="changes"/.test(block)).length, 1, "all of it is said once, then only what changed");
  const blocks = all_ours.map((block) => block.length);
  const share = blocks.reduce((sum, length) => sum + length, 0) / whole_text(requests.at(-1)).length;
  console.log(`  ${requests.length} requests, share ${(equal / compared).toFixed(5)}, block: median ${median(blocks)}, longest ${Math.max(...blocks)}, ours ${share.toFixed(3)} of the last request, pruned in turns ${pruned_in}: ${JSON.stringify(weighed.map((facts) => [facts.characters_saved, facts.prefix_lost]))}`);
  assert.ok(median(blocks) <= 2000, `median of what is said at once: ${median(blocks)}`);
  assert.ok(blocks.every((length) => length <= 15_000));
  assert.ok(stored.includes("Turn 59 is done"), "the client's history is whole");
  assert.equal(count_in(stored, "[HiveMind left out"), 0, "what was left out of requests is still in it");
  for (const block of [state, "<hivemind_rules>", "<before_you_stop>"]) assert.equal(count_in(stored, block), 0, "nothing of ours is kept in the client's history");
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
