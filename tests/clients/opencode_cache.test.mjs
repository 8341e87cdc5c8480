// What the provider's prompt cache needs: from one request to the next a conversation grows at its end and nowhere else,
// whatever of ours is in it, within a turn and from turn to turn; and nothing of ours where no agent works.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { start_task, write_call } from "./expectations.mjs";
import { Server } from "./opencode_server.mjs";
import { is_running, serve_children, wait_until } from "./processes.mjs";
import { count_in, last_tool_result, small_model, text_of, whole_text } from "./scripted_model.mjs";
import { test } from "./suite.mjs";

const look = { calls: [{ name: "glob", args: { pattern: "*.md" } }] };
const state = "<hivemind_state ";
const remark = "Keep the old endpoint alive.";

// All that is said in a message, in its order; how it is split into parts is the client's affair.
const said = ({ role, content, tool_calls }) => [role, text_of(content), ...(tool_calls ?? []).map((call) => call.function.name + call.function.arguments)].join("\n");

// Every message of a request is, byte for byte, in the next one at the same place.
function assert_only_grows(requests, from = 0) {
  for (let index = from + 1; index < requests.length; index++) {
    const [before, now] = [requests[index - 1], requests[index]].map(({ messages }) => messages.map(said));
    before.forEach((message, at) => assert.equal(now[at], message, `message ${at} of request ${index - 1} is another one in request ${index}`));
  }
}

function shared_length(one, other) {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}

// The characters that a cache of the request before does not hold, and all of them; tool schemas are no matter of a turn.
function weigh(requests) {
  const texts = requests.map(({ messages }) => JSON.stringify(messages));
  const outside = texts.map((text, index) => text.length - (index === 0 ? 0 : shared_length(texts[index - 1], text)));
  const sum = (numbers) => numbers.reduce((all, each) => all + each, 0);
  return { outside: sum(outside), total: sum(texts.map((text) => text.length)) };
}

// One turn of sixty calls that write, read and run.
const sixty_calls = (world) =>
  Array.from({ length: 60 }, (_, at) => {
    if (at % 3 === 0) return { calls: [{ name: "write", args: { filePath: world.path(`pier-${at}.txt`), content: `Plank ${at} of the pier.\n`.repeat(30) } }] };
    if (at % 3 === 1) return { calls: [{ name: "read", args: { filePath: world.path(`pier-${at - 1}.txt`) } }] };
    return { calls: [{ name: "bash", args: { command: `seq ${at} ${at + 150}`, description: "Count" } }] };
  });

async function turn_of_sixty(world, first_steps) {
  world.change_settings((settings) => (settings.snapshot = false));
  const server = await Server.start(world);
  try {
    world.model.play([...first_steps, ...sixty_calls(world), { text: "Done." }]);
    await server.prompt(await server.new_session(), "Build the pier");
    assert.equal(world.model.failure, null);
  } finally {
    await server.end();
  }
  return world.model.requests;
}

test("OpenCode.CostsATurnOfSixtyCallsNoMoreThanItsOwnWords", async (world) => {
  const without = weigh(await turn_of_sixty(world, []));
  await world.init("strict");
  for (let number = 0; number < 12; number++) await world.hivemind("memory", "save", "--content", `Lesson ${number}: pier ${number} needs ${number * 7} planks before its crane stands.`);
  await world.hivemind("anchor", "save", "8443", "--key", "port", "--priority", "critical");
  const requests = await turn_of_sixty(world, [start_task("Build the pier")]);
  assert_only_grows(requests);
  for (const request of requests) assert.match(whole_text(request), /8443/, "what must never be missed is in every request");
  const ours = weigh(requests);
  console.log(`  outside the prefix ${ours.outside} to ${without.outside}, in all ${ours.total} to ${without.total}`);
  assert.ok(ours.outside <= 1.15 * without.outside, `outside the prefix: ${ours.outside} to ${without.outside}`);
  assert.ok(ours.total <= 1.15 * without.total, `in all: ${ours.total} to ${without.total}`);
});

test("OpenCode.LeavesWhatItSaidWhereItIsFromTurnToTurn", async (world) => {
  await world.init("strict");
  await world.hivemind("memory", "save", "--content", "The quokka parser drops trailing commas.");
  const server = await Server.start(world);
  try {
    const session = await server.new_session();
    world.model.play([]);
    const turn = async (prompt, ...steps) => {
      world.model.steps.push(...steps);
      await server.prompt(session, prompt);
      assert.equal(world.model.failure, null);
    };
    const person_remarks = async () => {
      const [task] = await world.hivemind("task", "list", "--json");
      await world.hivemind("comment", task.id, remark);
      return look;
    };
    await turn("What does the quokka parser drop?", start_task("Write a.txt"), person_remarks, look, { calls: [write_call(world, "a.txt")] }, { text: "Commas." });
    const remarked = world.model.requests.findIndex((request) => whole_text(request).includes(remark));
    assert.equal(remarked, 2, "with the next request");
    assert.ok(last_tool_result(world.model.requests[remarked]).includes(remark), "behind the newest result");

    await turn("And the wombat parser?", look, { text: "Nothing." });
    const [child] = serve_children(server.client.pid);
    process.kill(child, "SIGKILL");
    await wait_until(() => !is_running(child), 10_000);
    await turn("Thanks", look, { text: "Welcome." });
    assert_only_grows(world.model.requests);
    const last = whole_text(world.model.requests.at(-1));
    assert.equal(count_in(last, remark), 1, "said once, and still there");
    assert.equal(count_in(last, "drops trailing commas"), 1);
    const stored = JSON.stringify(await server.ask("GET", `/session/${session}/message`));
    assert.equal(count_in(stored, state), 0, "nothing of it is kept in the client's history");
  } finally {
    await server.end();
  }
});

test("OpenCode.SaysNothingWhereTitlesAndSummariesAreMade", async (world) => {
  await world.init("strict");
  await world.run([start_task("Paint the crane"), { calls: [look.calls[0]], tokens: 199_000 }, { text: "Summary: it was painted." }, look, look, { text: "Done." }]);
  const lines = readFileSync(join(world.root, "requests.jsonl"), "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line).body);
  const titles = lines.filter(({ model }) => model === small_model);
  assert.ok(titles.length > 0, "a title was asked for");
  const told = /<hivemind_rules>|<hivemind_state /;
  for (const title of titles) assert.doesNotMatch(JSON.stringify(title), told);
  const [, , summary, after] = world.model.requests;
  assert.match(whole_text(after), /Summary: it was painted\./, "there was a compaction");
  assert.doesNotMatch(whole_text(summary), told);
  assert.equal(count_in(whole_text(after), state), 1, "and all of it is said again behind it");
  assert_only_grows(world.model.requests, 3);
});
