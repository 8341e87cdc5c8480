// TRIAL-7: tools of our own and a list of work with three levels. P7.1 the tools can be called, P7.2 the levels are kept,
// P7.3 so is where in the code each is, P7.4 nothing is handed on that is not on the list (Trial2 shows the refusal).

import assert from "node:assert/strict";
import { tool_events } from "./expectations.mjs";
import { last_tool_result, tool_results } from "./scripted_model.mjs";
import { shared, test } from "./suite.mjs";

const plan = (args) => ({ calls: [{ name: "govern_plan", args }] });
const hand_on = { calls: [{ name: "task", args: { description: "Look", prompt: "Look", subagent_type: "hivemind-executor" } }] };
const tasks = [
  { name: "Renew tokens", expected_output: "Tokens are renewed" },
  { name: "Parse the header", expected_output: "It is parsed", parent: "Renew tokens", location: { file: "src/header.ts", line: 42, agent: "executor" } },
];

const planned = shared(async (world) => {
  await world.init("strict");
  const run = await world.run([
    plan({ action: "create", title: "Sign in" }),
    plan({ action: "plan_tasks", phase: "First", tasks }),
    plan({ action: "status" }),
    { text: "Planned." },
  ]);

  const [made] = await world.hivemind("plan", "list", "--json");
  const [phase] = await world.hivemind("phase", "list", "--json");
  const kept = await world.hivemind("task", "list", "--json");
  const of = (name) => kept.find((task) => task.name === name);
  return { run, requests: world.model.requests, made, phase, of };
});

test("Trial7.P7_1_OurToolsCanBeCalled", async (world) => {
  const { run, requests } = await planned(world);
  assert.deepEqual(tool_events(run, "govern_plan").map((part) => part.state.status), ["completed", "completed", "completed"]);
  const status = last_tool_result(requests[3]);
  assert.ok(status.indexOf("Renew tokens") >= 0 && status.indexOf("Renew tokens") < status.indexOf("Parse the header"), status);
});

test("Trial7.P7_2_ThreeLevelsOfWorkAreKept", async (world) => {
  const { made, phase, of } = await planned(world);
  assert.equal(made.title, "Sign in");
  assert.equal(phase.plan_id ?? phase.parent_plan_id, made.id);
  assert.equal(of("Renew tokens").parent_phase_id, phase.id);
  assert.equal(of("Parse the header").parent_task_id, of("Renew tokens").id);
});

test("Trial7.P7_3_AndWhereInTheCodeEachIs", async (world) => {
  const { of } = await planned(world);
  assert.deepEqual(of("Parse the header").location, { file: "src/header.ts", line: 42, agent: "executor" });
});

// OpenCode checks no arguments of a plugin's tools; ours are checked by us.
test("Trial7.WrongArgumentsAreRefusedWithWhatIsRight", async (world) => {
  await world.init("strict");
  await world.run([
    plan({ action: "plan_tasks", tasks: [{ name: 5, location: { line: "many" } }] }),
    plan({ action: "fly" }),
    { text: "Refused." },
  ]);

  const [wrong, unknown] = tool_results(world.model.requests[2]);
  assert.match(wrong, /tasks\[0\]\.name/);
  assert.match(wrong, /expected_output/);
  assert.match(unknown, /create, plan_tasks, quick_start/);
  assert.equal((await world.hivemind("task", "list", "--json")).length, 0);
});

test("Trial7.P7_4_WorkIsHandedOnOnlyWhenItIsOnTheList", async (world) => {
  await world.init("strict");
  const run = await world.run([
    hand_on,
    plan({ action: "create", title: "Sign in" }),
    plan({ action: "plan_tasks", tasks: [tasks[0]] }),
    hand_on,
    { text: "Looked." },
    { text: "Done." },
  ]);

  const states = tool_events(run, "task").map((part) => part.state);
  assert.deepEqual(states.map((state) => state.status), ["error", "completed"]);
  assert.match(states[0].error, /no task says what is to be done/);
});
