// TRIAL-3: compaction and the text of an answer. P3.1 what we add reaches the summary, P3.2 the prompt can be replaced,
// P3.3 an answer can be changed after it was made, P3.4 the screen stays whole. When each hook comes is a test too.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { session_id_of } from "./expectations.mjs";
import { watch_screen } from "./screen.mjs";
import { count_in, text_of, whole_text } from "./scripted_model.mjs";
import { test } from "./suite.mjs";

const anchor = "The service listens on port 4096.";
const look = { calls: [{ name: "glob", args: { pattern: "*.md" } }], tokens: 199_000 };
const last_user_text = (request) => text_of(request.messages.filter((message) => message.role === "user").at(-1).content);

async function with_anchor(world) {
  await world.init("strict");
  await world.hivemind("anchor", "save", "--key", "port", "--value", anchor, "--priority", "critical");
}

// A model that writes into its summary what it was asked to keep.
const summarise = (request) => ({ text: whole_text(request).includes(anchor) ? `Summary. Kept: ${anchor}` : "Summary. Nothing to keep." });

test("Trial3.P3_1_WhatIsAddedToACompactionComesBackInItsSummary", async (world) => {
  await with_anchor(world);
  const run = await world.run([look, summarise, { text: "Done." }]);

  const [, asked, next] = world.model.requests;
  assert.match(last_user_text(asked), /4096/, "it is in the prompt of the compaction");
  assert.match(whole_text(next), /Summary\. Kept: The service listens on port 4096\./);
  assert.match(await world.export_session(session_id_of(run)), /Summary\. Kept: The service listens/);
});

test("Trial3.P3_2_APersonsOwnPromptReplacesTheClientsAndKeepsTheEarlierSummary", async (world) => {
  await with_anchor(world);
  world.write(".hivemind/compaction_prompt.md", "Write down the state of the harbour, nothing else.\n");
  const run = await world.run([look, { text: "The first summary: the crane is red." }, { text: "Done." }]);
  const first = last_user_text(world.model.requests[1]);
  assert.match(first, /state of the harbour/);
  assert.doesNotMatch(first, /<template>/, "nothing is left of the client's own prompt");
  assert.ok(first.includes(anchor), "our block is in it");
  assert.doesNotMatch(first, /previous_summary/);

  await world.go_on(session_id_of(run), [look, { text: "The second summary." }, { text: "Done." }]);
  const second = last_user_text(world.model.requests[1]);
  assert.match(second, /state of the harbour/);
  assert.match(second, /<previous_summary>\s*The first summary: the crane is red\./);
  assert.equal(count_in(whole_text(world.model.requests[1]), "the crane is red"), 1, "the earlier summary stands there once");
});

// Not a real one; its shape alone counts.
const credential = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;

test("Trial3.P3_3_AnAnswerIsChangedAfterItWasMade", async (world) => {
  await world.init("strict");
  const run = await world.run([{ text: `The token is ${credential}, keep it.` }]);

  const printed = run.events.filter((event) => event.type === "text").map((event) => event.part.text).join("\n");
  assert.match(printed, /The token is \[redacted: [a-z ]+\], keep it\./, "the person reads the changed text");
  assert.equal(count_in(await world.export_session(session_id_of(run)), credential), 0, "so does the client's history");
  await world.go_on(session_id_of(run), [{ text: "Yes." }]);
  assert.match(whole_text(world.model.requests[0]), /The token is \[redacted/, "and the model in its next turn");
  assert.equal(count_in(JSON.stringify(world.model.requests[0]), credential), 0);
});

test("Trial3.P3_4_AChangedAnswerLeavesTheScreenWhole", async (world) => {
  await world.init("strict");
  world.model.play([{ text: `Before ${credential} behind.` }]);
  const shown = await watch_screen(world, "Begin", /\[redacted/);

  assert.match(shown, /Before/);
  assert.match(shown, /behind\./);
  assert.doesNotMatch(shown, /unexpected error/i);
});

const witness = (file) => `
import { appendFileSync } from "node:fs";
const note = (what) => appendFileSync(${JSON.stringify(file)}, what + "\\n");
export default {
  id: "witness",
  server: async () => ({
    "experimental.session.compacting": async () => note("compacting"),
    "experimental.chat.messages.transform": async () => note("request"),
    "experimental.text.complete": async (_, { text }) => note("text " + text),
    event: async ({ event }) => event.type === "session.compacted" && note("compacted"),
  }),
};
`;

test("Trial3.HooksComeInAnOrderThatCanBeBuiltOn", async (world) => {
  await world.init("strict");
  const file = join(world.root, "order.txt");
  world.add_plugin("witness.js", witness(file));
  await world.run([look, { text: "Summary." }, { text: "Done." }]);

  const seen = readFileSync(file, "utf8").trim().split("\n");
  assert.deepEqual(seen, ["request", "compacting", "request", "text Summary.", "compacted", "request", "text Done."]);
});
