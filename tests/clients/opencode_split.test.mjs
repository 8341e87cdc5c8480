// At 80 % of the window the work goes on in a fresh session, with its task in hand.

import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { session_id_of, start_task, tool_events, write_call } from "./expectations.mjs";
import { Server } from "./opencode_server.mjs";
import { wait_until } from "./processes.mjs";
import { main_model, whole_text } from "./scripted_model.mjs";
import { test } from "./suite.mjs";

const window = 20_000;

async function small_window(world) {
  await world.init("strict");
  world.change_settings(({ provider }) => (provider.fake.models[main_model].limit = { context: window, output: 1000 }));
}

test("OpenCode.GoesOnInAFreshSessionWhenTheContextIsNearlyFull", async (world) => {
  await small_window(world);
  const run = await world.run([
    start_task("Write a.txt"),
    { text: "I am at the third step of seven.", tokens: 0.85 * window },
  ]);

  const sessions = await world.hivemind("session", "list", "--json");
  const fresh = sessions.find((session) => session.client_session_id !== session_id_of(run));
  assert.equal(sessions.length, 2, JSON.stringify(sessions));
  const old = sessions.find((session) => session !== fresh);
  const [split] = (await world.log()).filter((event) => event.kind === "session.split");
  assert.ok(split, "the trail holds the split");
  assert.match(JSON.stringify(old), new RegExp(fresh.id), "the old one names the fresh one");
  assert.match(JSON.stringify(fresh), new RegExp(old.id), "and the fresh one the old one");

  const folder = world.path(".hivemind/sessions/archive/splits");
  const [file] = readdirSync(folder);
  const handed_over = readFileSync(join(folder, file), "utf8");
  assert.match(handed_over, /third step of seven/);
  const went_on = await world.go_on(fresh.client_session_id, [{ calls: [write_call(world, "a.txt")] }, { text: "Done." }]);
  const first = whole_text(world.model.requests[0]);
  assert.match(first, /third step of seven/, "the last words of the old session open the fresh one");
  assert.match(first, /Write a\.txt/, "so does its task");
  const roles = world.model.requests[0].messages.map((message) => message.role);
  assert.ok(!roles.includes("tool") && !roles.includes("assistant"), "the fresh one holds nothing else of the old one");
  assert.deepEqual(tool_events(went_on, "write").map((part) => part.state.status), ["completed"], "the task is in its hands");
});

const witness = (file) => `
import { appendFileSync } from "node:fs";
export default {
  id: "witness",
  server: async () => ({
    event: async ({ event }) => event.type.startsWith("tui.") && appendFileSync(${JSON.stringify(file)}, JSON.stringify(event) + "\\n"),
  }),
};
`;

// In a client that runs on, where a person is at the screen.
test("OpenCode.ShowsThePersonWhereTheWorkGoesOn", async (world) => {
  await small_window(world);
  const file = join(world.root, "screen.jsonl");
  world.add_plugin("witness.js", witness(file));
  const server = await Server.start(world);
  try {
    const session = await server.new_session();
    world.model.play([{ text: "Nearly full.", tokens: 0.85 * window }]);
    await server.prompt(session, "Begin");
    const shown = () => (existsSync(file) ? readFileSync(file, "utf8") : "");
    assert.ok(await wait_until(() => /tui\.session\.select/.test(shown()), 60_000), `the screen turns to the fresh session: ${shown()}`);
    assert.match(shown(), /The context is 85 % full: the work goes on in a fresh session/);
    const sessions = await server.ask("GET", "/session");
    const fresh = sessions.find((each) => each.id !== session);
    assert.ok(shown().includes(fresh.id), "which is the one that was made");
  } finally {
    await server.end();
  }
});

test("OpenCode.SplitsASessionOnce", async (world) => {
  await small_window(world);
  const run = await world.run([{ text: "Nearly full.", tokens: 0.85 * window }]);
  await world.go_on(session_id_of(run), [{ text: "Fuller still.", tokens: 0.88 * window }]);

  const splits = (await world.log()).filter((event) => event.kind === "session.split");
  assert.equal(splits.length, 1);
});

test("OpenCode.StaysInItsSessionWhileThereIsRoom", async (world) => {
  await small_window(world);
  await world.run([start_task("Write a.txt"), { text: "I am at the third step of seven.", tokens: 0.5 * window }]);

  assert.equal((await world.hivemind("session", "list", "--json")).length, 1);
});
