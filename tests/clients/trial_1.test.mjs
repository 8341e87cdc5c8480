// TRIAL-1: what a plugin of OpenCode can do to a tool call by throwing in tool.execute.before and by changing its
// arguments. P1.1 a throw prevents the call, P1.2 what it says is seen, P1.3 a changed argument counts, P1.4 others go on.

import assert from "node:assert/strict";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { refusal_parts, start_task, tool_events, write_call } from "./expectations.mjs";
import { last_tool_result } from "./scripted_model.mjs";
import { watch_screen } from "./screen.mjs";
import { shared, test } from "./suite.mjs";

const refused_write = shared(async (world) => {
  await world.init("strict");
  const run = await world.run([{ calls: [write_call(world, "a.txt")] }, { text: "Refused." }]);
  return { run, result: last_tool_result(world.model.requests[1]), was_written: world.has("a.txt") };
});

test("Trial1.P1_1_ThrowingPreventsTheCall", async (world) => {
  const { was_written } = await refused_write(world);
  assert.equal(was_written, false);
});

test("Trial1.P1_2_TheErrorIsSeenByThePersonAndGuidesTheModel", async (world) => {
  const { run, result } = await refused_write(world);
  const [{ state }] = tool_events(run, "write");
  assert.equal(state.status, "error");
  for (const part of refusal_parts) assert.match(state.error, part);
  assert.equal(result, state.error, "the model reads what the person reads");
});

test("Trial1.P1_2_NothingOfOursIsWrittenOnTheTerminal", async (world) => {
  const { run } = await refused_write(world);
  // Every line of the standard output was an event of OpenCode's own, or it could not have been read.
  assert.ok(run.events.length > 0);
  assert.doesNotMatch(run.stderr, /hivemind/i);
});

test("Trial1.P1_2_TheRefusalIsOnThePersonsScreen", async (world) => {
  await world.init("strict");
  world.model.play([{ calls: [write_call(world, "a.txt")] }, { text: "It was not to be." }]);
  const shown = await watch_screen(world, "Begin", /Refused: write on a\.txt/);

  assert.match(shown, /Refused: write on a\.txt without an active task/);
  assert.equal(world.has("a.txt"), false);
});

// The way through a folder that is not there fails, unless the path is made plain before the call.
test("Trial1.P1_3_AChangedArgumentReachesTheCall", async (world) => {
  const crooked = `${world.project}/./no_such_folder/../README.md`;
  const read_it = [{ calls: [{ name: "read", args: { filePath: crooked } }] }, { text: "Read." }];
  const [alone] = tool_events(await world.run(read_it), "read");
  assert.equal(alone.state.status, "error");
  assert.match(alone.state.error, /not found/i);

  await world.init("strict");
  const [changed] = tool_events(await world.run(read_it), "read");
  assert.equal(changed.state.status, "completed", changed.state.error);
  const result = last_tool_result(world.model.requests[1]);
  assert.match(result, /throw-away project/);
  assert.ok(result.includes(`<path>${world.path("README.md")}</path>`), result);
});

// A plugin after ours that writes down which of its hooks were called.
const witness = (file) => `
import { appendFileSync } from "node:fs";
const note = (hook, subject) => appendFileSync(${JSON.stringify(file)}, JSON.stringify([hook, subject]) + "\\n");
export default {
  id: "witness",
  server: async () => ({
    "tool.execute.before": async (input) => note("before", input.callID),
    "tool.execute.after": async (input) => note("after", input.callID),
    "chat.message": async () => note("chat.message", ""),
    "experimental.chat.messages.transform": async () => note("messages.transform", ""),
    event: async ({ event }) => note("event", event.type),
  }),
};
`;

// OpenCode asks no other plugin about a call once one has thrown. So the refusal is decided first and thrown behind all
// that settings name; of plugin folders OpenCode takes the files as the disk lists them, before ours or behind it.
test("Trial1.P1_4_OtherPluginsAreAskedAlsoAboutARefusedCall", async (world) => {
  await world.init("strict");
  const file = join(world.root, "witness.jsonl");
  world.add_plugin("witness.js", witness(file));
  const run = await world.run([{ calls: [write_call(world, "a.txt"), { name: "read", args: { filePath: world.path("README.md") } }] }, { text: "Refused." }]);

  const seen = readFileSync(file, "utf8").trim().split("\n").map((line) => JSON.parse(line));
  const asked = seen.filter(([name]) => name === "before").map(([, call]) => call);
  const [refused] = tool_events(run, "write");
  const [looked] = tool_events(run, "read");
  assert.deepEqual(asked.sort(), [refused.callID, looked.callID].sort(), "about both calls");
  assert.equal(refused.state.status, "error");
  for (const part of refusal_parts) assert.match(refused.state.error, part);
  assert.equal(looked.state.status, "completed");
  assert.equal(world.has("a.txt"), false);
});

// Should OpenCode load them in another order, the one that decides throws by itself.
test("Trial1.P1_4_TheOrderOfPluginsOpensNoGate", async (world) => {
  await world.init("strict");
  world.change_settings((settings) => (settings.plugin = ["./.opencode/plugins/hivemind-last.js", "./.opencode/hivemind.js"]));
  await world.run([{ calls: [write_call(world, "a.txt")] }, { calls: [write_call(world, "a.txt")] }, { text: "Refused." }]);
  assert.equal(world.has("a.txt"), false);
});

test("Trial1.P1_4_OtherPluginsGoOnAndAreSkippedOnlyForARefusedCall", async (world) => {
  await world.init("strict");
  // As with the first of the two plugins from npm alone.
  rmSync(world.path(".opencode/plugins/hivemind-last.js"));
  const file = join(world.root, "witness.jsonl");
  world.add_plugin("witness.js", witness(file));
  const run = await world.run([
    { calls: [write_call(world, "a.txt")] },
    start_task("Write"),
    { calls: [write_call(world, "a.txt")] },
    { text: "Done." },
  ]);

  assert.ok(existsSync(file), "the other plugin was loaded");
  const seen = readFileSync(file, "utf8").trim().split("\n").map((line) => JSON.parse(line));
  const subjects = (hook) => seen.filter(([name]) => name === hook).map(([, subject]) => subject);
  const [refused, written] = tool_events(run, "write").map((part) => part.callID);
  const [started] = tool_events(run, "govern_task").map((part) => part.callID);
  assert.deepEqual(subjects("before"), [started, written], `not called for ${refused}`);
  assert.deepEqual(subjects("after"), [started, written]);
  assert.equal(subjects("chat.message").length, 1);
  assert.equal(subjects("messages.transform").length, 4, "called for every request, also after the refusal");
  assert.ok(subjects("event").includes("session.idle"));
});
