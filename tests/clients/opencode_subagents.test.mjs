// PP-01: a write in a subagent is refused and allowed by the subagent's own role and task, at every depth.

import assert from "node:assert/strict";
import { checkpoints_of, refusal_parts, start_task, write_call } from "./expectations.mjs";
import { last_tool_result, whole_text } from "./scripted_model.mjs";
import { test } from "./suite.mjs";

const hand_to = (subagent_type) => ({ calls: [{ name: "task", args: { description: "Write", prompt: `Write, ${subagent_type}`, subagent_type } }] });

test("OpenCode.JudgesASubagentsWriteByItsOwnRoleAndTaskAtDepthOneAndTwo", async (world) => {
  await world.init("strict");
  world.change_settings((settings) => (settings.subagent_depth = 2));
  world.add_agent("lead", "You are lead.");
  await world.as_person("role", "set", "lead", "--delegate");
  // Under a task of its own, which is about one file; whoever started it has a task that is about all.
  const works = async (file) => {
    const { id } = await world.hivemind("task", "create", `Write ${file}`, "--allowed-paths", file, "--json");
    const start = { calls: [{ name: "govern_task", args: { action: "start", id } }] };
    return [start, { calls: [write_call(world, `not_${file}`)] }, { calls: [write_call(world, file)] }, { text: `${file} is written.` }];
  };
  await world.run([
    start_task("Have it written"),
    hand_to("hivemind-executor"),
    ...(await works("one.txt")),
    hand_to("lead"),
    hand_to("hivemind-executor"),
    ...(await works("two.txt")),
    { calls: [write_call(world, "three.txt")] },
    { text: "The lead may not write." },
    { text: "Done." },
  ]);

  const { requests } = world.model;
  // The requests after the second call of each.
  for (const [index, file] of [[4, "one.txt"], [10, "two.txt"]]) {
    const refusal = last_tool_result(requests[index]);
    for (const part of refusal_parts) assert.match(refusal, part);
    assert.ok(refusal.includes(`Write ${file}`), `refused by its own task: ${refusal}`);
  }
  const of_lead = requests.findLast((request) => /You are lead\./.test(whole_text(request)));
  assert.match(last_tool_result(of_lead), /role lead/, "one in between is judged by its own role");
  const made = ["one.txt", "two.txt", "not_one.txt", "not_two.txt", "three.txt"].filter((file) => world.has(file));
  assert.deepEqual(made, ["one.txt", "two.txt"]);
  const sessions = await world.hivemind("session", "list", "--json");
  const depth_of = (id, depth = 0) => {
    const parent = sessions.find((session) => session.id === id)?.parent_session_id;
    return parent ? depth_of(parent, depth + 1) : depth;
  };
  const checkpoints = checkpoints_of(await world.log());
  assert.deepEqual(checkpoints.map((event) => depth_of(event.session_id)).sort(), [1, 2], "each write belongs to the subagent's own session");
  assert.equal(new Set(checkpoints.map((event) => event.task_id)).size, 2, "and to its own task");
});
