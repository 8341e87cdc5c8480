// TRIAL-6: the person's message, changed on its way. P6.1 the change is accepted, P6.2 the model sees it, P6.3 nothing of
// it is said twice however many turns there are, P6.4 it is there again after the session was loaded anew.

import assert from "node:assert/strict";
import { session_id_of } from "./expectations.mjs";
import { count_in, text_of, whole_text } from "./scripted_model.mjs";
import { shared, test } from "./suite.mjs";

const look = { calls: [{ name: "glob", args: { pattern: "*.md" } }] };
const memory = "The quokka parser drops trailing commas.";
const user_texts = (request) => request.messages.filter((message) => message.role === "user").map((message) => text_of(message.content));

// One turn of three requests, then two more, each in a process of its own that loads the session from the client's store.
const three_turns = shared(async (world) => {
  await world.init("strict");
  await world.hivemind("memory", "save", "--content", memory);
  const run = await world.run([look, look, { text: "One." }]);
  const turns = [world.model.requests];
  for (const prompt of ["Second", "Third"]) {
    await world.go_on(session_id_of(run), [look, { text: `${prompt}.` }], prompt);
    turns.push(world.model.requests);
  }
  return { run, turns, stored: await world.export_session(session_id_of(run)) };
});

test("Trial6.P6_1_AChangedMessageIsTakenAndKeptAsThePersonWroteIt", async (world) => {
  const { run, stored } = await three_turns(world);
  assert.deepEqual(run.events.filter((event) => event.type === "error"), []);
  for (const words of ['"Begin"', '"Second"', '"Third"']) assert.ok(stored.includes(words), words);
  assert.equal(count_in(stored, "<hivemind_"), 0, "what is kept is what the person wrote");
});

test("Trial6.P6_2_TheModelSeesTheChange", async (world) => {
  const { turns } = await three_turns(world);
  const [only] = user_texts(turns[0][0]);
  assert.match(only, /Begin[^]*<hivemind_state/, "the person's words with the state behind them");
  assert.ok(only.includes(memory));
});

test("Trial6.P6_3_ManyTurnsHoldOneCopy", async (world) => {
  const { turns } = await three_turns(world);
  const copies = turns.map((requests) => requests.map((request) => count_in(whole_text(request), memory)));
  assert.deepEqual(copies, [[1, 1, 1], [1, 1], [1, 1]]);
});

test("Trial6.P6_4_ASessionThatWasLoadedAnewHasItWhereItWas", async (world) => {
  const { turns } = await three_turns(world);
  const [changed] = user_texts(turns[0][0]);
  for (const request of turns.slice(1).flat()) {
    const users = user_texts(request);
    assert.ok(users.length > 1, "the earlier turns are there");
    assert.equal(users[0], changed, "byte for byte, so that the provider's cache holds");
  }
});
