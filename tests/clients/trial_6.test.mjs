// TRIAL-6: the person's message, changed on its way. P6.1 the change is accepted, P6.2 the model sees it, P6.3 it stands
// there once however many turns there are, P6.4 it is there again after the session was loaded anew.

import assert from "node:assert/strict";
import { session_id_of } from "./expectations.mjs";
import { count_in, text_of, whole_text } from "./scripted_model.mjs";
import { test } from "./suite.mjs";

const look = { calls: [{ name: "glob", args: { pattern: "*.md" } }] };
const memory = "The quokka parser drops trailing commas.";
const user_texts = (request) => request.messages.filter((message) => message.role === "user").map((message) => text_of(message.content));

test("Trial6.AMessageIsChangedForTheModelAlone", async (world) => {
  await world.init("strict");
  await world.hivemind("memory", "save", "--content", memory);
  const run = await world.run([{ text: "Seen." }]);

  const [only] = user_texts(world.model.requests[0]);
  assert.match(only, /Begin[^]*<hivemind_state/, "the person's words with the state behind them");
  assert.ok(only.includes(memory));
  const stored = await world.export_session(session_id_of(run));
  assert.match(stored, /"Begin"/);
  assert.equal(count_in(stored, "<hivemind_state "), 0, "what is kept is what the person wrote");
});

test("Trial6.ManyTurnsHoldOneCopyAlsoAfterTheSessionWasLoadedAnew", async (world) => {
  await world.init("strict");
  await world.hivemind("memory", "save", "--content", memory);
  const run = await world.run([look, look, { text: "One." }]);
  const session = session_id_of(run);
  const copies = () => world.model.requests.map((request) => count_in(whole_text(request), "<hivemind_state "));
  assert.deepEqual(copies(), [1, 1, 1]);

  // Each run is a process of its own that loads the session from the client's store.
  for (const prompt of ["Second", "Third"]) {
    await world.go_on(session, [look, { text: `${prompt}.` }], prompt);
    assert.deepEqual(copies(), [1, 1], `${prompt}: one copy`);
    const users = user_texts(world.model.requests[1]);
    assert.ok(users.at(-1).includes(memory), "in the newest message");
    for (const earlier of users.slice(0, -1)) assert.doesNotMatch(earlier, /<hivemind_state /, "and in no other");
  }
  assert.equal(count_in(await world.export_session(session), "<hivemind_"), 0, "nothing has accumulated");
});
