// Headless researchers: a swarm that an agent spawns is a session of its own beside it, with its own role, and what it
// finds comes back while the one who asked goes on.

import assert from "node:assert/strict";
import { session_id_of, start_task } from "./expectations.mjs";
import { tool_results, whole_text } from "./scripted_model.mjs";
import { Server } from "./opencode_server.mjs";
import { wait_until } from "./processes.mjs";
import { test } from "./suite.mjs";

const spawn = { calls: [{ name: "hivemind", args: { command: "swarm spawn", args: { prompt: "When is the harbour closed?" } } }] };
const save = { calls: [{ name: "hivemind_memory", args: { action: "save", content: "The harbour is closed at night." } }] };
const is_researcher = (request) => JSON.stringify(request.messages.filter((message) => message.role === "user")).includes("Research for the session");

test("OpenCode.StartsTheSessionOfASwarmAndTakesInWhatItFinds", async (world) => {
  await world.init("strict");
  const swarms = () => world.hivemind("swarm", "list", "--json");
  // The two sessions ask in whatever order; the one that spawned the swarm is answered when the other is done.
  const either = async (request) => {
    if (is_researcher(request)) return tool_results(request).length > 0 ? { text: "At night, as the sign says." } : save;
    while ((await swarms())[0].state !== "completed") await new Promise((resolve) => setTimeout(resolve, 200));
    return { text: "Done." };
  };
  const run = await world.run([start_task("Plan the tour"), spawn, either, either, either]);

  const [swarm, ...others] = await swarms();
  assert.deepEqual(others, [], "the session is the swarm that was spawned, not one more");
  assert.equal(swarm.state, "completed");
  assert.match(swarm.summary, /as the sign says/);
  const sessions = await world.hivemind("session", "list", "--json");
  const parent = sessions.find((session) => session.client_session_id === session_id_of(run));
  const child = sessions.find((session) => session.id === swarm.child_session_id);
  assert.equal(swarm.parent_session_id, parent.id);
  assert.equal(child.parent_session_id, parent.id);
  assert.equal(child.role, "investigator", "it may look, not change");
  const [found] = await world.hivemind("memory", "list", "--json");
  assert.deepEqual(swarm.findings, [found.id]);
  assert.equal(found.origin_task_id, swarm.task_id, "it belongs to the task that asked");
});

// OpenCode ends with a session what its own tool has started there, and nothing else.
test("OpenCode.RecallingADelegationEndsTheResearchOfItsSubagentToo", async (world) => {
  await world.init("strict");
  const task = await world.hivemind("task", "create", "Write a.txt", "--json");
  let [researcher_asks, give_up] = [0, undefined];
  const never = new Promise((resolve) => (give_up = resolve));
  const of_executor = [
    async () => ({ calls: [{ name: "govern_task", args: { action: "start", id: task.id } }] }),
    async () => spawn,
    async () => {
      assert.ok(await wait_until(() => researcher_asks > 0, 30_000), "the researcher has begun");
      await world.hivemind("delegate", "recall", task.id, "--reason", "Another way was found");
      return { calls: [{ name: "write", args: { filePath: world.path("a.txt"), content: "too late" } }] };
    },
  ];
  const any = (request) => {
    if (is_researcher(request)) {
      researcher_asks++;
      return never;
    }
    if (/You carry out one task/.test(whole_text(request))) return of_executor.shift()();
    return { text: "It was taken back." };
  };
  const server = await Server.start(world);
  try {
    world.model.play([
      { calls: [{ name: "govern_delegate", args: { action: "assign", task_id: task.id, to: "executor" } }] },
      { calls: [{ name: "task", args: { description: "Write", prompt: "Write a.txt", subagent_type: "hivemind-executor" } }] },
      ...Array(5).fill(any),
    ]);
    await server.prompt(await server.new_session(), "Begin");
    // The researcher still waits for the model; only an abort ends that.
    let busy = null;
    for (let look = 0; look < 150 && (busy === null || Object.keys(busy).length > 0); look++) {
      busy = await server.ask("GET", "/session/status");
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    assert.deepEqual(busy, {}, "nobody works any more");
  } finally {
    give_up({ text: "Nobody hears this." });
    await server.end();
  }
  assert.equal(researcher_asks, 1);
  assert.equal(world.has("a.txt"), false);
});
