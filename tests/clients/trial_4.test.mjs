// TRIAL-4: subagents that work beside their parent. P4.1 each is registered when it starts, P4.2 with its parent,
// P4.3 it is completed when it falls idle, P4.4 what they found is brought together.

import assert from "node:assert/strict";
import { session_id_of, start_task } from "./expectations.mjs";
import { last_tool_result, tool_results, whole_text } from "./scripted_model.mjs";
import { shared, test } from "./suite.mjs";

const ask = (subject) => ({ name: "task", args: { description: `Look at ${subject}`, prompt: `Look at ${subject}`, subagent_type: "general" } });
const save = (content) => ({ calls: [{ name: "hivemind_memory", args: { action: "save", content } }] });

const survey = shared(async (world) => {
  await world.init("strict");
  let while_running;
  // Both ask at the same time, in whatever order; each is answered by what it was asked for.
  const child = async (request) => {
    const subject = /Look at the (harbour|bridge)/.exec(JSON.stringify(request.messages))[1];
    if (tool_results(request).length > 0) return { text: `Report on the ${subject}.` };
    while_running = await world.hivemind("swarm", "list", "--json");
    return save(`The ${subject} is closed at night.`);
  };
  const run = await world.run([
    start_task("Survey"),
    { calls: [ask("the harbour"), ask("the bridge")] },
    child,
    child,
    child,
    child,
    { text: "Done." },
  ]);

  const sessions = await world.hivemind("session", "list", "--json");
  const parent = sessions.find((session) => session.client_session_id === session_id_of(run));
  const swarms = await world.hivemind("swarm", "list", "--json");
  assert.equal(swarms.length, 2, JSON.stringify(swarms));
  return { while_running, sessions, parent, swarms, last: world.model.requests.at(-1) };
});

test("Trial4.P4_1_SubagentsAreInTheRegistryWhileTheyWork", async (world) => {
  const { while_running, swarms } = await survey(world);
  assert.ok(while_running.some((swarm) => swarm.state === "running"), JSON.stringify(while_running));
  assert.equal(new Set(swarms.map((swarm) => swarm.child_session_id)).size, 2, "each has a child of its own");
});

test("Trial4.P4_2_EachIsLinkedToTheSessionThatAsked", async (world) => {
  const { sessions, parent, swarms } = await survey(world);
  for (const swarm of swarms) {
    assert.equal(swarm.parent_session_id, parent.id);
    const session = sessions.find((each) => each.id === swarm.child_session_id);
    assert.equal(session.parent_session_id, parent.id, "its session names its parent");
  }
});

test("Trial4.P4_3_OneThatFellIdleIsCompleted", async (world) => {
  const { swarms } = await survey(world);
  assert.deepEqual(swarms.map((swarm) => swarm.state), ["completed", "completed"]);
});

test("Trial4.P4_4_WhatTheyFoundIsBroughtTogether", async (world) => {
  const { swarms, last } = await survey(world);
  for (const swarm of swarms) assert.equal(swarm.findings.length, 1, "each with what it found");
  assert.match(tool_results(last).join("\n"), /Report on the harbour[^]*Report on the bridge|Report on the bridge[^]*Report on the harbour/);
  assert.match(whole_text(last), /The harbour is closed at night/);
  assert.match(whole_text(last), /The bridge is closed at night/);
});

test("OpenCode.RecallingADelegationAbortsItsSubagent", async (world) => {
  await world.init("strict");
  const task = await world.hivemind("task", "create", "Write a.txt", "--json");
  const shell = { calls: [{ name: "bash", args: { command: "ls", description: "Look" } }] };
  await world.run([
    { calls: [{ name: "govern_delegate", args: { action: "assign", task_id: task.id, to: "executor" } }] },
    { calls: [{ name: "task", args: { description: "Write", prompt: "Write a.txt", subagent_type: "hivemind-executor" } }] },
    { calls: [{ name: "govern_task", args: { action: "start", id: task.id } }] },
    async () => {
      await world.hivemind("delegate", "recall", task.id, "--reason", "Another way was found");
      return { calls: [{ name: "write", args: { filePath: world.path("a.txt"), content: "too late" } }] };
    },
    // Aborted, it asks for nothing more; the next request is its parent's.
    (request) => {
      assert.doesNotMatch(whole_text(request), /You carry out one task/, "the subagent does not go on");
      return { text: "It was taken back." };
    },
  ]);

  assert.equal(world.has("a.txt"), false);
  assert.ok(!last_tool_result(world.model.requests.at(-1)).includes("too late"));
  const [delegation] = await world.hivemind("delegate", "status", "--json").then((answer) => answer.delegations ?? answer);
  assert.equal(delegation.status, "recalled", JSON.stringify(delegation));
});
