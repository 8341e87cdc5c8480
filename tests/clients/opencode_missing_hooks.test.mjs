// What is done in the place of a hook of OpenCode that does not come: the plugin is made to lose it, as in a version of
// the client that dropped it, and the rest is the real client.

import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { checkpoints_of, refusal_parts, session_id_of, start_task, write_call } from "./expectations.mjs";
import { count_in, last_tool_result, main_model, whole_text } from "./scripted_model.mjs";
import { Server } from "./opencode_server.mjs";
import { test } from "./suite.mjs";

const look = { name: "glob", args: { pattern: "*.md" } };

async function init_without(world, hook) {
  await world.init("strict");
  const plugin = world.read(".opencode/hivemind.js");
  // Everywhere: hivemind-last.js gets its hook from there too.
  const [name, none] = [`"${hook}": `, '"no.longer.there": '];
  assert.ok(plugin.includes(name), `the plugin has no ${hook}`);
  world.write(".opencode/hivemind.js", plugin.replaceAll(name, none));
}

const is_missing = (findings, hook) => findings.some((line) => line.startsWith(`warning: hook ${hook}: does not come; in use instead: `));

test("OpenCode.ReplacesTheResultOfACallThatItWasNotAskedAbout", async (world) => {
  await init_without(world, "tool.execute.before");
  await world.run([{ calls: [write_call(world, "a.txt")] }, { text: "Refused." }]);

  const result = last_tool_result(world.model.requests[1]);
  assert.match(result, /^BLOCKED: this call ran/);
  for (const part of refusal_parts) assert.match(result, part);
  assert.equal(world.has("a.txt"), true, "nobody could stop it");
  const findings = await world.doctor();
  assert.ok(is_missing(findings, "tool.execute.before"), findings.join("\n"));
});

test("OpenCode.RecordsACallByTheRequestThatShowsItDone", async (world) => {
  await init_without(world, "tool.execute.after");
  await world.run([start_task("Write a.txt"), { calls: [write_call(world, "a.txt")] }, { text: "Done." }]);

  const checkpoints = checkpoints_of(await world.log());
  assert.equal(checkpoints.length, 1, JSON.stringify(checkpoints));
  assert.match(JSON.stringify(checkpoints[0]), /a\.txt/);
});

test("OpenCode.TakesThePromptFromTheRequestThatCarriesIt", async (world) => {
  await init_without(world, "chat.message");
  const run = await world.run([{ calls: [look] }, { text: "Seen." }], ["run", "--format", "json", "Dig_the_harbour"]);
  await world.go_on(session_id_of(run), [{ text: "Filled." }], "Fill_it");

  const prompts = (await world.log()).filter((event) => event.kind === "session.prompt").map((event) => event.summary);
  assert.deepEqual(prompts.sort(), ["Dig_the_harbour", "Fill_it"]);
});

test("OpenCode.PutsTheStateIntoTheSystemPromptWhereMessagesHaveNoPlaceForIt", async (world) => {
  await init_without(world, "experimental.chat.messages.transform");
  await world.hivemind("task", "create", "Dig the harbour");
  const server = await Server.start(world);
  try {
    const session = await server.new_session();
    world.model.play([{ text: "One." }, { calls: [look] }, { text: "Two." }]);
    await server.prompt(session, "Begin");
    await server.prompt(session, "Go on");
  } finally {
    await server.end();
  }
  const [first, second, third] = world.model.requests;
  assert.equal(count_in(whole_text(first), "<hivemind_state "), 0, "not known yet");
  for (const request of [second, third]) {
    assert.equal(count_in(whole_text(request), "<hivemind_state "), 1, "once in every request of the turn");
    assert.match(request.messages.filter(({ role }) => role === "system").map(({ content }) => JSON.stringify(content)).join("\n"), /<hivemind_state [^]*Dig the harbour/);
  }
});

test("OpenCode.PutsTheRulesBesideTheStateWhereTheSystemPromptIsClosed", async (world) => {
  await init_without(world, "experimental.chat.system.transform");
  await world.run([{ calls: [look] }, { calls: [look] }, { text: "Seen." }]);

  const copies = world.model.requests.map((request) => count_in(whole_text(request), "<hivemind_rules>"));
  assert.deepEqual(copies, [0, 1, 1], "known from the second request on");
});

// One session with a plan, a task, a checkpoint and a compaction: the requests for the summary and after it.
async function compact(world) {
  const run = await world.run([
    { calls: [{ name: "govern_plan", args: { action: "quick_start", title: "Open the harbour", name: "Paint the crane" } }] },
    { calls: [write_call(world, "crane.txt")] },
    { calls: [look], tokens: 199_000 },
    { text: "Summary: something was done." },
    { text: "Done." },
  ]);
  const [, , , asked, next] = world.model.requests.map(whole_text);
  assert.match(next, /Summary: something was done\./, "there was a compaction");
  for (const link of ["Open the harbour", "Paint the crane", "crane.txt"]) {
    assert.ok(asked.includes(link), `${link} is before the one that writes the summary`);
    assert.ok(next.includes(link), `${link} is before the model afterwards`);
  }
  assert.equal(count_in(next, "<hivemind_state "), 1);
  const [session] = await world.hivemind("session", "list", "--json");
  assert.equal(session.compaction_count, 1);
  assert.equal(count_in(await world.export_session(session_id_of(run)), "<hivemind_state "), 0, "nothing of it is kept in the client's history");
  return asked;
}

test("OpenCode.KeepsTheChainThroughACompaction", async (world) => {
  await world.init("strict");
  const asked = await compact(world);
  assert.equal(count_in(asked, "<hivemind_state "), 0, "what is to be kept is said apart");
});

test("OpenCode.KeepsTheChainThroughACompactionThatItWasNotAskedAbout", async (world) => {
  await init_without(world, "experimental.session.compacting");
  const asked = await compact(world);
  assert.ok(count_in(asked, "<hivemind_state ") >= 1, "the state is before it as before every request");
});

async function init_without_events(world) {
  await world.init("strict");
  const plugin = world.read(".opencode/hivemind.js");
  assert.ok(plugin.includes("\n    event: "));
  world.write(".opencode/hivemind.js", plugin.replace("\n    event: ", "\n    no_longer_there: "));
}

test("OpenCode.CountsACompactionByTheRequestThatShowsItsSummary", async (world) => {
  await init_without_events(world);
  await compact(world);
});

test("OpenCode.SplitsASessionByTheTokensThatARequestShows", async (world) => {
  await init_without_events(world);
  world.change_settings(({ provider }) => (provider.fake.models[main_model].limit = { context: 20_000, output: 1000 }));
  const server = await Server.start(world);
  try {
    const session = await server.new_session();
    world.model.play([{ text: "One." }, { text: "Nearly full.", tokens: 17_000 }, { text: "Three.", tokens: 17_100 }, { text: "Four.", tokens: 17_200 }]);
    for (const prompt of ["First", "Second", "Third", "Fourth"]) await server.prompt(session, prompt);
    const others = async () => (await server.ask("GET", "/session")).filter((each) => each.id !== session);
    for (let look = 0; look < 300 && (await others()).length === 0; look++) await sleep(100);
    assert.equal((await others()).length, 1, "the work goes on in a fresh session");
  } finally {
    await server.end();
  }
  const splits = (await world.log()).filter((event) => event.kind === "session.split");
  assert.equal(splits.length, 1);
});

test("OpenCode.LooksAtASessionWithItsFirstCallWhereNothingIsTold", async (world) => {
  await init_without_events(world);
  const ask = { calls: [{ name: "task", args: { description: "Look", prompt: "Look", subagent_type: "general" } }] };
  const run = await world.run([start_task("Look"), ask, { calls: [look] }, { text: "Seen by the other." }, { text: "Seen." }]);
  await world.go_on(session_id_of(run), [{ text: "Done." }]);

  const log = await world.log();
  assert.ok(log.some((event) => event.kind === "session.started"));
  const sessions = await world.hivemind("session", "list", "--json");
  assert.equal(sessions.length, 2, "the subagent is known");
  assert.equal(sessions.filter((session) => session.parent_session_id).length, 1, `and whose it is: ${JSON.stringify(sessions)}`);
});

test("OpenCode.TheDoctorNamesEveryHookThatItReliesOn", async (world) => {
  await world.init("strict");
  const findings = await world.doctor();
  const hooks = ["tool.execute.before", "tool.execute.after", "chat.message", "experimental.chat.messages.transform", "experimental.chat.system.transform", "experimental.session.compacting", "event"];
  for (const hook of hooks) assert.ok(findings.includes(`fine: hook ${hook}: comes `), `${hook} is not among\n${findings.join("\n")}`);
});
