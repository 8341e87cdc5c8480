// TRIAL-2: handing work on inside OpenCode. P2.1 the call is intercepted, P2.2 its depth is known, P2.3 a circle is
// refused, P2.4 its target can be changed.

import assert from "node:assert/strict";
import { refusal_parts, start_task, tool_events } from "./expectations.mjs";
import { last_tool_result, whole_text } from "./scripted_model.mjs";
import { shared, test } from "./suite.mjs";

const hand_to = (subagent_type) => ({ calls: [{ name: "task", args: { description: "Look", prompt: `Look, ${subagent_type}`, subagent_type } }] });

test("Trial2.P2_1_ADelegationIsRefusedBeforeItsSubagentStarts", async (world) => {
  await world.init("strict");
  const run = await world.run([hand_to("hivemind-executor"), { text: "Refused." }]);

  const [{ state }] = tool_events(run, "task");
  assert.equal(state.status, "error");
  for (const part of refusal_parts) assert.match(state.error, part);
  assert.equal(world.model.requests.length, 2, "no subagent asked the model");
  assert.equal((await world.hivemind("session", "list", "--json")).length, 1, "no child session was made");
});

// The lead hands on to a second, which tries to hand back to the lead and then goes one deeper, twice.
const nested = shared(async (world) => {
  await world.init("strict");
  // OpenCode alone stops at the first; the limit that holds is ours.
  world.change_settings((settings) => (settings.subagent_depth = 10));
  for (const name of ["lead", "second", "third", "fourth"]) {
    world.add_agent(name, `You are ${name}.`);
    await world.as_person("role", "set", name, "--delegate");
  }
  await world.run([
    start_task("Find the leak"),
    hand_to("lead"),
    hand_to("second"),
    hand_to("lead"),
    hand_to("third"),
    hand_to("fourth"),
    { text: "The third reports." },
    { text: "The second reports." },
    { text: "The lead reports." },
    { text: "Done." },
  ]);

  return { requests: world.model.requests, sessions: await world.hivemind("session", "list", "--json") };
});

test("Trial2.P2_3_ACircleIsRefused", async (world) => {
  const { requests } = await nested(world);
  assert.match(whole_text(requests[2]), /You are lead\./);
  const circle = last_tool_result(requests[4]);
  assert.match(circle, /already waits for this work/);
  assert.match(circle, /lead → second → lead/);
});

test("Trial2.P2_2_DepthIsCountedOverNestedSubagents", async (world) => {
  const { requests, sessions } = await nested(world);
  const too_deep = last_tool_result(requests[6]);
  for (const part of refusal_parts) assert.match(too_deep, part);
  assert.match(too_deep, /depth 4 of at most 3/);
  const parents = new Map(sessions.map((session) => [session.id, session.parent_session_id]));
  let [depth, id] = [0, sessions.find((session) => session.agent === "third").id];
  while (parents.get(id)) [depth, id] = [depth + 1, parents.get(id)];
  assert.equal(depth, 3, "the chain of sessions is kept");
  assert.match(last_tool_result(requests[9]), /The lead reports/);
});

test("Trial2.P2_4_TheTargetOfADelegationCanBeChanged", async (world) => {
  await world.init("strict");
  const run = await world.run([start_task("Do it"), hand_to("executor"), { text: "It is done." }, { text: "Done." }]);

  const [{ state }] = tool_events(run, "task");
  assert.equal(state.status, "completed", state.error);
  assert.equal(state.input.subagent_type, "hivemind-executor", "the call is stored as it was carried out");
  assert.match(whole_text(world.model.requests[2]), /You carry out one task/, "the other agent does it");
});

test("Trial2.P2_4_ATargetOfThePersonsOwnIsLeftAsItIs", async (world) => {
  await world.init("strict");
  world.add_agent("executor", "You are the person's own.");
  const run = await world.run([start_task("Do it"), hand_to("executor"), { text: "It is done." }, { text: "Done." }]);

  assert.equal(tool_events(run, "task")[0].state.input.subagent_type, "executor");
  assert.match(whole_text(world.model.requests[2]), /You are the person's own/);
});
