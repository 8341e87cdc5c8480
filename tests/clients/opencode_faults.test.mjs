// What happens when the engine is killed, hangs, or is gone, and what is left when the client is.

import assert from "node:assert/strict";
import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { checkpoints_of, doctor_says, refusal_parts, start_task, tool_events, write_call } from "./expectations.mjs";
import { Server } from "./opencode_server.mjs";
import { is_running, serve_children, wait_until } from "./processes.mjs";
import { count_in, last_tool_result, whole_text } from "./scripted_model.mjs";
import { test_alone as test } from "./suite.mjs";

const gone_within_ms = 2000;
// Long enough for the call to arrive, short of the gate's deadline.
const on_its_way_ms = 100;

function only_child(world) {
  const children = serve_children(world.client.pid);
  assert.equal(children.length, 1, `one engine below the client, not ${children.length}`);
  return children[0];
}

test("OpenCode.SurvivesAKilledEngineMidTurn", async (world) => {
  await world.init("strict");
  let killed;
  const run = await world.run([
    start_task("Survive"),
    { calls: [write_call(world, "before.txt")] },
    () => {
      killed = only_child(world);
      process.kill(killed, "SIGKILL");
      return { calls: [write_call(world, "after.txt")] };
    },
    { calls: [{ name: "glob", args: { pattern: "*.txt" } }] },
    { text: "Done." },
  ]);

  assert.equal(is_running(killed), false);
  assert.deepEqual(tool_events(run, "write").map((part) => part.state.status), ["completed", "completed"]);
  assert.ok(world.has("before.txt") && world.has("after.txt"));
  const log = await world.log();
  assert.equal(checkpoints_of(log).length, 2, "every write left its checkpoint, once");
  assert.deepEqual(requests_with_a_note(world), [3, 4], "it is said with the request after the kill, and stays said");
  assert.equal(restarts_in(log).length, 1, "the log holds the restart, once");
  assert.match(await doctor_says(world), /engine +One failure of HiveMind itself [^]*started again after its process ended \(SIGKILL\)/);
});

// A stopped engine takes a request and cannot answer it: killed then, it dies with the call on its way.
test("OpenCode.SurvivesAnEngineKilledWhileACallIsOnItsWay", async (world) => {
  await world.init("strict");
  let killed;
  const run = await world.run([
    start_task("Survive"),
    () => {
      const engine = only_child(world);
      process.kill(engine, "SIGSTOP");
      killed = sleep(on_its_way_ms).then(() => process.kill(engine, "SIGKILL"));
      return { calls: [1, 2, 3, 4].map((number) => write_call(world, `${number}.txt`)) };
    },
    { text: "Done." },
  ]);

  await killed;
  assert.deepEqual(tool_events(run, "write").map((part) => part.state.status), Array(4).fill("completed"));
  for (const number of [1, 2, 3, 4]) assert.ok(world.has(`${number}.txt`), `${number}.txt is there`);
  const log = await world.log();
  assert.equal(checkpoints_of(log).length, 4, "every write left its checkpoint, once");
  assert.deepEqual(requests_with_a_note(world), [2], "one request carries the note");
  assert.equal(restarts_in(log).length, 1, "the log holds the restart, once");
});

function requests_with_a_note(world) {
  const indexes = world.model.requests.map((request, index) => (count_in(whole_text(request), "started again") === 1 ? index : -1));
  return indexes.filter((index) => index >= 0);
}

function restarts_in(log) {
  return log.filter((event) => /started again/.test(JSON.stringify(event)));
}

test("OpenCode.RefusesInStrictWhileTheEngineHangsAndGoesOnAfterwards", async (world) => {
  await world.init("strict");
  let hanging;
  await world.run([
    start_task("Hang"),
    () => {
      hanging = only_child(world);
      process.kill(hanging, "SIGSTOP");
      return { calls: [write_call(world, "a.txt")] };
    },
    async () => {
      assert.equal(world.has("a.txt"), false, "nothing runs that the gate has not seen");
      return { calls: [{ name: "glob", args: { pattern: "*.md" } }] };
    },
    async () => {
      assert.ok(await wait_until(() => !is_running(hanging), 5000), "the hanging engine is replaced");
      assert.ok(await wait_until(() => serve_children(world.client.pid).length === 1, 5000), "another one runs");
      return { calls: [write_call(world, "a.txt")] };
    },
    { text: "Done." },
  ]);

  const refused = last_tool_result(world.model.requests[2]);
  for (const part of refusal_parts) assert.match(refused, part);
  assert.match(refused, /did not answer/);
  assert.ok(world.has("a.txt"));
  assert.match(await doctor_says(world), /engine +.*of HiveMind itself/);
  const story = JSON.stringify(await world.hivemind("log", "--kind", "engine", "--json"));
  assert.match(story, /did not answer \(no answer in \d+ ms\): a call of `write` was refused/);
});

test("OpenCode.RefusesChangesInStrictWhenTheProgramIsGone", async (world) => {
  const whole = world.binary;
  const copy = join(world.root, "hivemind");
  copyFileSync(world.binary, copy);
  world.binary = copy;
  await world.init("strict");
  rmSync(copy);
  await world.run([
    { calls: [write_call(world, "a.txt")] },
    { calls: [{ name: "read", args: { filePath: world.path("README.md") } }] },
    { text: "Read only." },
  ]);

  assert.equal(world.has("a.txt"), false);
  for (const part of refusal_parts) assert.match(last_tool_result(world.model.requests[1]), part);
  assert.match(last_tool_result(world.model.requests[2]), /throw-away project/);
  world.binary = whole;
  assert.match((await world.doctor()).join("\n"), /warning: OpenCode's own: The plugin starts .*\/hivemind, which is not there/);
});

// In a client that runs on: one that ends does not write the last lines of its log.
test("OpenCode.SaysThatItDoesNotRunAndWhatBecameOfACall", async (world) => {
  const copy = join(world.root, "hivemind");
  copyFileSync(world.binary, copy);
  world.binary = copy;
  await world.init("strict");
  rmSync(copy);
  const server = await Server.start(world);
  try {
    world.model.play([{ calls: [write_call(world, "a.txt")] }, { text: "Refused." }]);
    await server.prompt(await server.new_session(), "Begin");
    const says = (words) => world.client_log().split("\n").some((line) => line.includes("level=ERROR") && line.includes(words));
    const expected = ["HiveMind does not run here: it could not be started (ENOENT)", "HiveMind did not answer: `write` was refused"];
    for (const words of expected) assert.ok(await wait_until(() => says(words), 30_000), `${words} is not in ${world.client_log().slice(-3000)}`);
  } finally {
    await server.end();
  }
});

test("OpenCode.StartsAnEngineThatKeepsCrashingLessAndLessOften", async (world) => {
  await world.init("strict");
  const [program, starts] = [join(world.root, "crashing"), join(world.root, "starts")];
  writeFileSync(program, `#!/bin/sh\necho started >>${starts}\nexit 3\n`, { mode: 0o755 });
  world.write(".opencode/hivemind.js", world.read(".opencode/hivemind.js").replace(/^const BINARY = .*$/m, `const BINARY = ${JSON.stringify(program)};`));
  const attempt = { calls: [write_call(world, "a.txt")] };
  await world.run([...Array(8).fill(attempt), { text: "Refused." }]);

  assert.equal(world.has("a.txt"), false);
  const refused = last_tool_result(world.model.requests.at(-1));
  for (const part of refusal_parts) assert.match(refused, part);
  assert.match(refused, /its process ended \(exit code 3\)/);
  const count = readFileSync(starts, "utf8").trim().split("\n").length;
  assert.ok(count > 1 && count <= 16, `started ${count} times`);
});

test("OpenCode.RunsUngovernedInAssistedWhenTheProgramIsGone", async (world) => {
  const copy = join(world.root, "hivemind");
  copyFileSync(world.binary, copy);
  world.binary = copy;
  await world.init("assisted");
  rmSync(copy);
  await world.run([{ calls: [write_call(world, "a.txt")] }, { text: "Done." }]);

  assert.ok(world.has("a.txt"));
  assert.equal(count_in(whole_text(world.model.requests[1]), "did not answer"), 0);
});

test("OpenCode.LeavesNoProcessBehind", async (world) => {
  await world.init("strict");
  let child;
  const look = () => {
    child = only_child(world);
    return { text: "Done." };
  };
  await world.run([look]);
  assert.ok(await wait_until(() => !is_running(child), gone_within_ms), "gone after the client ended");

  let kill_the_client;
  const looked = new Promise((resolve) => (kill_the_client = resolve));
  const client = world.start([
    async () => {
      look();
      kill_the_client();
      await client.ended;
      return { text: "Nobody hears this." };
    },
  ]);
  await looked;
  assert.ok(is_running(child));
  client.kill("SIGKILL");
  assert.ok(await wait_until(() => !is_running(child), gone_within_ms), "gone after the client was killed");
  await client.ended;
});

test("OpenCode.RefusesInStrictWhereTheWholeStoreIsGone", async (world) => {
  await world.init("strict");
  world.lose_store();
  await world.run([{ calls: [write_call(world, "a.txt")] }, { text: "Done." }]);

  assert.equal(world.has("a.txt"), false);
  assert.equal(world.has(".hivemind"), false);
  assert.match(whole_text(world.model.requests.at(-1)), /is missing/);
});

test("OpenCode.DoesNothingOutsideAnInitialisedProject", async (world) => {
  await world.init("strict");
  world.lose_store();
  await world.as_person("trust", "--forget");
  await world.run([{ calls: [write_call(world, "a.txt")] }, { text: "Done." }]);

  assert.ok(world.has("a.txt"));
  assert.equal(world.has(".hivemind"), false);
  const [first] = world.model.requests;
  assert.doesNotMatch(whole_text(first), /<hivemind_/);
  assert.deepEqual(first.tools.filter((tool) => /^(govern|hivemind)_/.test(tool.function.name)), []);
});
