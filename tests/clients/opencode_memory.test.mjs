// What one process saves, the model of another one sees, at once and only there.

import assert from "node:assert/strict";
import { session_id_of, start_task, write_call } from "./expectations.mjs";
import { count_in, whole_text } from "./scripted_model.mjs";
import { test } from "./suite.mjs";

const memory = "The quokka parser drops trailing commas.";

test("OpenCode.ShowsAMemoryOfAnotherProcessInTheVeryNextRequest", async (world) => {
  await world.init("strict");
  const run = await world.run([
    async () => {
      await world.hivemind("memory", "save", "--content", memory, "--json");
      return { calls: [{ name: "read", args: { filePath: world.path("README.md") } }] };
    },
    { calls: [{ name: "glob", args: { pattern: "*.md" } }] },
    { text: "Seen." },
  ]);

  const copies = world.model.requests.map((request) => count_in(whole_text(request), memory));
  assert.deepEqual(copies, [0, 1, 1], "the memory stands once in every request after it was saved");
  const stored = await world.export_session(session_id_of(run));
  assert.match(stored, /"Begin"/, "the export holds the session");
  assert.equal(count_in(stored, memory), 0, "nothing of ours is kept in the client's history");
});

// Whatever stands in the request for a summary becomes part of the history.
test("OpenCode.KeepsItsTextOutOfTheSummaryAndShowsItAgainAfterwards", async (world) => {
  await world.init("strict");
  await world.hivemind("memory", "save", "--content", memory, "--json");
  await world.run([
    { calls: [{ name: "glob", args: { pattern: "*.md" } }], tokens: 199_000 },
    { text: "A summary." },
    { text: "Done." },
  ]);

  const conversation = (request) => whole_text({ messages: request.messages.filter((message) => message.role === "user") });
  const [, summary, next] = world.model.requests;
  assert.match(conversation(summary), /\[Tool result\]/, "this is the request for a summary");
  const [before_the_template] = conversation(summary).split("<template>");
  assert.equal(count_in(before_the_template, memory), 0);
  assert.equal(count_in(conversation(next), memory), 1);
});

// A snapshot with our store in it would bring back an old store when the person undoes a turn.
test("OpenCode.StaysOutOfTheClientsSnapshots", async (world) => {
  await world.init("strict");
  const run = await world.run([
    start_task("Write a.txt"),
    async () => {
      await world.hivemind("memory", "save", "--content", memory, "--json");
      return { calls: [write_call(world, "a.txt")] };
    },
    { text: "Done." },
  ]);

  const stored = await world.export_session(session_id_of(run));
  assert.match(stored, /"file": "a\.txt"/, "the client's own diff is there");
  assert.equal(count_in(stored, ".hivemind/"), 0);
});

test("OpenCode.KeepsWhatStandsBeforeItsTextEqualFromRequestToRequest", async (world) => {
  await world.init("strict");
  await world.hivemind("memory", "save", "--content", memory, "--json");
  await world.run([{ calls: [{ name: "glob", args: { pattern: "*.md" } }] }, { text: "Seen." }]);

  const [first, second] = world.model.requests;
  const before_ours = (request) => JSON.stringify(request.messages.filter((message) => message.role === "system"));
  assert.equal(before_ours(first), before_ours(second));
});
