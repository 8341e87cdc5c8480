// From looking to doing: an investigator looks deep and writes down what holds, a coordinator hands the work over, and
// whoever does it begins with what was found.

import assert from "node:assert/strict";
import { start_task, write_call } from "./expectations.mjs";
import { last_tool_result, whole_text } from "./scripted_model.mjs";
import { test } from "./suite.mjs";

const found = "The parser is built twice: first the grammar, then the tables.";
const subagent = (agent, prompt) => ({ calls: [{ name: "task", args: { description: prompt, prompt, subagent_type: agent } }] });

test("OpenCode.LooksDeepWritesWhatHoldsAndHandsTheWorkOver", async (world) => {
  await world.init("strict");
  const task = await world.hivemind("task", "create", "Write parser.txt", "--json");
  let [scanned, looked_deep, roles] = ["", "", []];
  await world.run([
    start_task("Find out how the parser is built"),
    subagent("hivemind-investigator", "Look how the parser is built"),
    // The investigator.
    (request) => {
      roles.push(whole_text(request));
      return { calls: [{ name: "hivemind", args: { command: "inspect scan" } }] };
    },
    (request) => {
      scanned = last_tool_result(request);
      return { calls: [{ name: "hivemind", args: { command: "inspect deep" } }] };
    },
    (request) => {
      looked_deep = last_tool_result(request);
      return { calls: [{ name: "hivemind", args: { command: "brain write", args: { title: "How the parser is built", content: found, type: "pattern" } } }] };
    },
    (request) => {
      assert.match(last_tool_result(request), /id: /, last_tool_result(request));
      return { text: "It is written down." };
    },
    // The one that asked hands the work over.
    { calls: [{ name: "govern_task", args: { action: "complete" } }] },
    { calls: [{ name: "govern_delegate", args: { action: "assign", task_id: task.id, to: "executor" } }] },
    subagent("hivemind-executor", "Write parser.txt as the parser is built"),
    // The executor.
    (request) => {
      roles.push(whole_text(request));
      assert.ok(whole_text(request).includes(found), "what was found is before it from the start");
      return { calls: [{ name: "govern_task", args: { action: "start", id: task.id } }] };
    },
    { calls: [write_call(world, "parser.txt")] },
    { calls: [{ name: "govern_task", args: { action: "complete" } }] },
    { text: "Written." },
    { text: "Done." },
  ]);

  assert.equal(world.read("parser.txt"), "written by the test\n");
  assert.ok(scanned.length > 0 && !/WHAT:/.test(scanned), scanned);
  assert.ok(looked_deep.length > 0 && !/WHAT:/.test(looked_deep), looked_deep);
  assert.match(roles[0], /Your role is investigator: [^.]*you may not [^.]*change files/, "each is told what its role may do");
  assert.match(roles[1], /Your role is executor: you may [^;.]*change files/);
  const knowledge = await world.hivemind("knowledge", "list", "--json");
  assert.ok(knowledge.some((entry) => entry.content === found));
  const [delegation] = await world.hivemind("delegate", "status", "--json").then((answer) => answer.delegations ?? answer);
  assert.equal(delegation.to_role, "executor");
  const done = await world.hivemind("task", "show", task.id, "--json");
  assert.equal(done.status, "completed", JSON.stringify(done));
});
