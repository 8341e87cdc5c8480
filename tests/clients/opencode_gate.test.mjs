// The gate in the real OpenCode: a write needs a task, and leaves proof of itself.

import assert from "node:assert/strict";
import { checkpoints_of, refusal_parts, tool_events, write_call } from "./expectations.mjs";
import { last_tool_result } from "./scripted_model.mjs";
import { test } from "./suite.mjs";

test("OpenCode.RefusesAWriteWithoutATaskInStrict", async (world) => {
  await world.init("strict");
  await world.run([{ calls: [write_call(world, "a.txt")] }, { text: "Refused." }]);

  assert.equal(world.has("a.txt"), false);
  const result = last_tool_result(world.model.requests[1]);
  for (const part of refusal_parts) assert.match(result, part);
  assert.match(result, /govern_task/);
});

test("OpenCode.WritesAfterTheTaskStartedAndLeavesACheckpoint", async (world) => {
  await world.init("strict");
  const run = await world.run([
    { calls: [write_call(world, "a.txt")] },
    { calls: [{ name: "govern_task", args: { action: "start", name: "Write a.txt" } }] },
    { calls: [write_call(world, "a.txt")] },
    { text: "Done." },
  ]);

  const states = tool_events(run, "write").map((part) => part.state.status);
  assert.deepEqual(states, ["error", "completed"]);
  assert.equal(world.read("a.txt"), "written by the test\n");
  const checkpoints = checkpoints_of(await world.log());
  assert.equal(checkpoints.length, 1, JSON.stringify(checkpoints));
  assert.match(JSON.stringify(checkpoints[0]), /a\.txt/);
});

test("OpenCode.RefusesAWriteOfASubagentToo", async (world) => {
  await world.init("strict");
  await world.run([
    { calls: [{ name: "task", args: { description: "Write", prompt: "Write a.txt", subagent_type: "general" } }] },
    { calls: [write_call(world, "a.txt")] },
    { text: "Refused." },
    { text: "Done." },
  ]);

  assert.equal(world.has("a.txt"), false);
  const result = last_tool_result(world.model.requests[2]);
  for (const part of refusal_parts) assert.match(result, part);
});

test("OpenCode.AsksOnlyForTheArgumentsAToolNeeds", async (world) => {
  await world.init("strict");
  await world.run([{ text: "Nothing to do." }]);

  const offered = world.model.requests[0].tools.map((tool) => tool.function);
  const govern_task = offered.find((tool) => tool.name === "govern_task");
  assert.ok(govern_task, `govern_task is not among ${offered.map((tool) => tool.name)}`);
  assert.deepEqual(govern_task.parameters.required, ["action"]);
});
