// TRIAL-8: what happens by itself. P8.1 a session that begins is checked, P8.2 a turn that ends leaves an export,
// P8.3 of a fixed form with what could be verified, P8.4 what is out of date is said to be.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { refusal_parts, session_id_of, start_task, write_call } from "./expectations.mjs";
import { last_tool_result, whole_text } from "./scripted_model.mjs";
import { test } from "./suite.mjs";

async function exports_of(world) {
  const names = await world.hivemind("cycle", "list", "--json");
  return names.map((name) => JSON.parse(world.read(`.hivemind/sessions/exports/${name}`)));
}

test("Trial8.P8_1_ASessionIsCheckedWhenItBegins", async (world) => {
  await world.init("strict");
  const run = await world.run([{ text: "Begun." }]);
  const log = await world.log();
  assert.equal(log.filter((event) => event.kind === "session.started").length, 1, "a session that is whole is let in");
  const [session] = await world.hivemind("session", "list", "--json");
  assert.equal(session.client_session_id, session_id_of(run));

  // A store that nobody can read: the first change is refused, and says so.
  writeFileSync(world.store("hivemind.db"), "not a store any more\n".repeat(500));
  for (const more of ["-wal", "-shm"]) writeFileSync(world.store(`hivemind.db${more}`), "");
  await world.run([{ calls: [write_call(world, "a.txt")] }, { text: "Refused." }]);
  assert.equal(world.has("a.txt"), false);
  const refused = last_tool_result(world.model.requests[1]);
  for (const part of refusal_parts) assert.match(refused, part);
  assert.match(refused, /doctor/);
});

test("Trial8.P8_3_ATurnThatEndsLeavesAnExportWithWhatCouldBeVerified", async (world) => {
  await world.init("strict");
  await world.hivemind("anchor", "save", "--key", "freeze", "--value", "The release is frozen.", "--priority", "critical");
  const run = await world.run([start_task("Write a.ts"), { calls: [write_call(world, "a.ts")] }, { text: "I wrote a.ts and gone.ts. All is well." }]);

  const [made, ...others] = await exports_of(world);
  assert.deepEqual(others, [], "one for the turn");
  const [session] = await world.hivemind("session", "list", "--json");
  assert.equal(made.session_id, session.id);
  assert.equal(session.client_session_id, session_id_of(run));
  assert.match(made.text, /I wrote a\.ts/);
  assert.deepEqual(made.hierarchy.tasks, ["Write a.ts"]);
  assert.deepEqual(made.hierarchy.anchors, ["freeze"]);
  assert.deepEqual(made.files, ["a.ts"], "what it names and what is there");
  assert.equal(made.validation.is_complete, false);
  assert.match(made.validation.issues.join("\n"), /gone\.ts, which is not there/);
  assert.equal(made.stale_at - made.exported_at, 48 * 3600 * 1000, "from when on it is out of date");
});

test("Trial8.P8_2_EachTurnLeavesItsOwnExport", async (world) => {
  await world.init("strict");
  const run = await world.run([{ text: "The first answer." }]);
  await world.go_on(session_id_of(run), [{ text: "The second answer." }]);

  assert.deepEqual((await exports_of(world)).map((made) => made.text).sort(), ["The first answer.", "The second answer."]);
});

test("Trial8.P8_4_WhatIsOutOfDateIsNotTakenForTrue", async (world) => {
  await world.init("strict");
  await world.hivemind("anchor", "save", "--key", "port", "--value", "It listens on 4096.", "--priority", "low");
  await world.hivemind("anchor", "save", "--key", "colour", "--value", "The crane is red.", "--priority", "critical");
  await world.as_person("config", "set", "anchor_fresh_for", "1s");
  await world.as_person("config", "set", "session_fresh_for", "1s");
  await world.run([{ text: "Begun." }]);
  // A condition, not a time: what is older than a second is listed as out of date.
  let stale = [];
  for (let look = 0; look < 500 && stale.length < 2; look++) stale = await world.hivemind("stale", "--json");
  await world.hivemind("anchor", "update", "port", "--value", "It listens on 5000.");
  await world.run([{ text: "Seen." }]);

  const request = whole_text(world.model.requests[0]);
  assert.doesNotMatch(request, /It listens on 4096\./, "what was replaced is not shown");
  assert.match(request, /It listens on 5000\./, "what was pinned stays, however old");
  assert.match(request, /The crane is red\./, "what is critical holds");
  assert.match(JSON.stringify(stale), /port/);
});
