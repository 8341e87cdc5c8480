// After a compaction a subagent reads what is left, and what it makes of it is what the session goes on by.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { session_id_of, start_task, write_call } from "./expectations.mjs";
import { last_tool_result, text_of, tool_results, whole_text } from "./scripted_model.mjs";
import { test } from "./suite.mjs";

const look = { calls: [{ name: "glob", args: { pattern: "*.md" } }], tokens: 199_000 };
const plan = "Trajectory: open the harbour. Tactic: one crane at a time. Turning point: the bridge was given up. Next: paint the crane.";
const report = "Keep the crane's colour and why the bridge was given up. Do not keep listings of files.";
const last_user_text = (request) => text_of(request.messages.filter((message) => message.role === "user").at(-1).content);

test("OpenCode.TakesInWhatASubagentMakesOfTheSessionAfterACompaction", async (world) => {
  await world.init("strict");
  await world.hivemind("anchor", "save", "--key", "colour", "--value", "The crane is red.", "--priority", "critical");
  const session_files = () => readdirSync(world.path(".hivemind/sessions")).filter((name) => name.endsWith(".md"));
  let [asked, stamp, read] = ["", "", ""];
  const start_subagent = (request) => {
    asked = whole_text(request);
    assert.match(asked, /This session was just compacted/, "the first request after it asks for a subagent");
    stamp = /\.hivemind\/sessions\/(\S+)\.md/.exec(asked)[1];
    const prompt = `Read hivemind inspect deep and .hivemind/sessions/${stamp}.md of session ${stamp}, then save plan and report.`;
    return { calls: [{ name: "task", args: { description: "Purify", prompt, subagent_type: "hivemind-investigator" } }] };
  };
  const run = await world.run([
    start_task("Open the harbour"),
    { calls: [write_call(world, "crane.txt")] },
    look,
    { text: "Summary: the harbour is being opened." },
    start_subagent,
    // From here the subagent, in a session of its own.
    (request) => {
      assert.match(whole_text(request), /then save plan and report/);
      assert.match(whole_text(request), /The crane is red/, "what is known is before it from the start");
      return { calls: [{ name: "hivemind", args: { command: "inspect deep", args: { session: stamp } } }] };
    },
    (request) => {
      read = last_tool_result(request);
      return { calls: [{ name: "read", args: { filePath: world.path(`.hivemind/sessions/${stamp}.md`) } }] };
    },
    (request) => {
      read += last_tool_result(request);
      return { calls: [{ name: "hivemind", args: { command: "session report", args: { session: stamp, content: report, plan } } }] };
    },
    { text: "Go on by the plan: paint the crane." },
    // The session that asked.
    (request) => {
      assert.match(tool_results(request).at(-1), /paint the crane/, "its answer is the result of the call");
      assert.ok(whole_text(request).includes(plan), "its plan is in the next pack");
      return look;
    },
    (request) => {
      assert.ok(last_user_text(request).includes(report), "its report is in the prompt of the next compaction");
      return { text: "Summary: the crane is to be painted." };
    },
    (request) => {
      assert.match(whole_text(request), /This session was just compacted/);
      assert.ok(!whole_text(request).includes(plan), "the plan belonged to the last one");
      return { text: "Done." };
    },
  ]);

  assert.match(read, /Open the harbour/, "it read the tree");
  assert.match(read, /crane\.txt/, "and the session's file");
  const sessions = await world.hivemind("session", "list", "--json");
  const own = sessions.find((session) => session.client_session_id === session_id_of(run));
  assert.equal(own.stamp, stamp);
  assert.equal(own.compaction_count, 2);
  const child = sessions.find((session) => session.parent_session_id === own.id);
  assert.equal(child.role, "investigator");
  assert.ok(session_files().includes(`${stamp}.md`));
  const file = readFileSync(world.path(`.hivemind/sessions/${stamp}.md`), "utf8");
  const log = file.slice(file.indexOf("## Log"));
  assert.match(log, /checkpoint[^]*session\.report[^]*one crane at a time/, "the session's file was added to, and nothing in it was lost");
  const compacting = await world.hivemind("log", "--kind", "session.compacting", "--json");
  assert.equal(compacting.length, 2);
});
