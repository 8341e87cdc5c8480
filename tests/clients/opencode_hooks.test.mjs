// The hooks that carry more than the gate: commands, settings, edits, the log, and what comes in their place when one
// of them does not come.

import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { session_id_of, start_task, tool_events, write_call } from "./expectations.mjs";
import { count_in, last_tool_result, text_of, tool_results, whole_text } from "./scripted_model.mjs";
import { Server } from "./opencode_server.mjs";
import { serve_children, wait_until } from "./processes.mjs";
import { test } from "./suite.mjs";

const look = { name: "glob", args: { pattern: "*.md" } };
const with_command = (name, text) => ["run", "--format", "json", "--command", name, text];

test("OpenCode.GivesItsOwnCommandsTheStateAndLeavesOthersAlone", async (world) => {
  await world.init("strict");
  await world.hivemind("task", "create", "Dig the harbour");
  world.write(".opencode/command/review.md", "---\ndescription: Review\n---\nReview this: $ARGUMENTS\n");
  await world.run([{ text: "One task is planned." }], with_command("hivemind-status", "please"));
  const [status] = world.model.requests;
  assert.equal(count_in(whole_text(status), "<hivemind_now>"), 2, "named by the command, and there");
  assert.match(whole_text(status), /<hivemind_now>\n[^]*Dig the harbour[^]*<\/hivemind_now>/);

  await world.run([{ text: "Reviewed." }], with_command("review", "the_pier"));
  const [review] = world.model.requests;
  assert.match(whole_text(review), /Review this: the_pier/);
  assert.equal(count_in(whole_text(review), "<hivemind_now>"), 0);
  const commands = (await world.log()).filter((event) => event.kind === "session.command");
  assert.deepEqual(commands.map((event) => event.summary).sort(), ["/hivemind-status please", "/review the_pier"]);
});

test("OpenCode.OffersProfilesAndCommandsWhereThereAreNoFilesAndOverrulesNone", async (world) => {
  await world.init("strict");
  for (const folder of ["agent", "command"]) rmSync(world.path(`.opencode/${folder}`), { recursive: true });
  world.change_settings((settings) => {
    settings.agent = { "hivemind-investigator": { mode: "subagent", description: "Mine", prompt: "You are the person's own." } };
  });
  const ask = (subagent_type) => ({ calls: [{ name: "task", args: { description: "Look", prompt: "Look", subagent_type } }] });
  await world.run([
    start_task("Do it"),
    ask("hivemind-executor"),
    { text: "Done by one." },
    ask("hivemind-investigator"),
    { text: "Seen by the other." },
    { text: "Done." },
  ]);
  assert.match(whole_text(world.model.requests[2]), /You carry out one task/);
  assert.match(whole_text(world.model.requests[4]), /You are the person's own/);
  await world.run([{ text: "Nothing is planned." }], with_command("hivemind-status", "now"));
  assert.match(whole_text(world.model.requests[0]), /<hivemind_now>\n/);
});

test("OpenCode.MarksWhatCameFromAFileAsSoonAsItIsEdited", async (world) => {
  await world.init("strict");
  await world.hivemind("anchor", "save", "--key", "port", "--value", "It listens on 4096.", "--file", "a.txt");
  await world.run([start_task("Write a.txt"), { calls: [write_call(world, "a.txt")] }, { text: "Done." }]);

  const stale = await world.hivemind("stale", "--json");
  assert.match(JSON.stringify(stale), /"key":"port"/);
  const edits = (await world.log()).filter((event) => event.kind === "file.edited");
  assert.equal(edits.length, 1, "OpenCode told of the edit itself");
});

test("OpenCode.KeepsInTheTrailWhatItAsksThePerson", async (world) => {
  await world.init("strict");
  world.change_settings((settings) => (settings.permission = { edit: "ask" }));
  // Nobody is there to answer; OpenCode says no by itself and ends the turn.
  await world.run([start_task("Write a.txt"), { calls: [write_call(world, "a.txt")] }]);

  assert.equal(world.has("a.txt"), false, "what the gate allows, OpenCode may still refuse");
  const [asked, ...others] = (await world.log()).filter((event) => event.kind === "session.permission");
  assert.deepEqual(others, []);
  assert.match(asked.summary, /asks the person: edit .*a\.txt/);
  assert.ok(asked.task_id, "with the task it was asked under");
});

// In a client that runs on: one that ends does not write the last lines of its log.
test("OpenCode.PutsWhatAPersonShouldKnowIntoTheLogAndNeverOnTheTerminal", async (world) => {
  await world.init("strict");
  const server = await Server.start(world);
  const lines = () => world.client_log().split("\n").filter((line) => /HiveMind: Refused: write/.test(line));
  try {
    const session = await server.new_session();
    world.model.play([{ calls: [write_call(world, "a.txt")] }, { text: "Refused." }]);
    await server.prompt(session, "Begin");
    assert.ok(await wait_until(() => lines().length > 0, 30_000), `a line in OpenCode's log: ${world.client_log().slice(-2000)}`);
  } finally {
    await server.end();
  }
  assert.match(lines()[0], /level=WARN/);
  const { stdout, stderr } = await server.client.ended;
  assert.doesNotMatch(stdout + stderr, /Refused/);
});

test("OpenCode.ShowsTheStateWithAResultWhereItsOwnHookDoesNotCome", async (world) => {
  await world.init("strict");
  await world.hivemind("task", "create", "Dig the harbour");
  // As a client would that dropped the experimental hook.
  world.write(".opencode/hivemind.js", world.read(".opencode/hivemind.js").replace("experimental.chat.messages.transform", "no.longer.there"));
  await world.run([{ calls: [look] }, { calls: [look] }, { text: "Seen." }]);

  const [first, second, third] = world.model.requests;
  assert.equal(count_in(whole_text(first), "<hivemind_state "), 0, "the hook is gone");
  assert.match(last_tool_result(second), /<hivemind_state [^]*Dig the harbour/);
  assert.equal(count_in(whole_text(third), "<hivemind_state "), 1, "once for the turn");
});

test("OpenCode.SaysHowToBeginInTheFirstTwoTurnsOfAProject", async (world) => {
  world.write("AGENTS.md", "Use tabs, whoever you are.\n");
  await world.init("strict");
  const run = await world.run([{ text: "One." }]);
  const begins = () => count_in(whole_text(world.model.requests[0]), "This project is new to HiveMind");
  const seen = [begins()];
  assert.match(whole_text(world.model.requests[0]), /Rules of this project for agents: AGENTS\.md/);
  assert.match(whole_text(world.model.requests[0]), /Use tabs, whoever you are/, "and the client still shows them");
  for (const text of ["Two.", "Three."]) {
    await world.go_on(session_id_of(run), [{ text }]);
    seen.push(begins());
  }
  assert.deepEqual(seen, [1, 1, 1], "what was said stays where it is, and is not said again");
  assert.doesNotMatch(text_of(world.model.requests[0].messages.at(-1).content), /This project is new to HiveMind/);
  assert.equal(world.read("AGENTS.md"), "Use tabs, whoever you are.\n");
});

test("OpenCode.ACoordinatorSeesTheTasksBeforeItsFirstCall", async (world) => {
  await world.init("strict");
  const first = await world.hivemind("task", "create", "Dig the harbour", "--json");
  await world.hivemind("task", "create", "Fill the harbour", "--depends-on", first.id);
  await world.run([{ text: "Two tasks." }], ["run", "--format", "json", "--agent", "hivemind-coordinator", "Begin"]);

  const request = whole_text(world.model.requests[0]);
  assert.match(request, /You coordinate\./);
  assert.match(request, /role="coordinator"/);
  assert.match(request, /<next_tasks>\n<task id="\w{6}">Dig the harbour</, "what is next, and free to begin");
  assert.match(request, /blocked="[^"]*Dig the harbour[^"]*"[^>]*>Fill the harbour/, "with what each waits for");
});

test("OpenCode.ASubagentHasWhatWasHandedToItInEveryRequest", async (world) => {
  await world.init("strict");
  const task = await world.hivemind("task", "create", "Write a.txt", "--expected-output", "a.txt says four", "--allowed-paths", "a.txt", "--json");
  const run = await world.run([
    { calls: [{ name: "govern_delegate", args: { action: "assign", task_id: task.id, to: "executor", context: "Count the piers first." } }] },
    { calls: [{ name: "task", args: { description: "Write", prompt: "Do your task", subagent_type: "hivemind-executor" } }] },
    { calls: [look] },
    { calls: [{ name: "govern_task", args: { action: "start", id: task.id } }] },
    { text: "Begun." },
    { text: "Done." },
  ]);

  assert.equal(tool_events(run, "task")[0].state.status, "completed");
  const of_child = world.model.requests.slice(2, 5);
  for (const request of of_child) {
    const text = whole_text(request);
    assert.match(text, /You carry out one task/);
    assert.ok(text.includes(`"${task.id.slice(-6)}"`), "its task, by its short id");
    assert.match(text, /It shall yield: a\.txt says four\. It may touch: a\.txt\./);
    assert.match(text, /Count the piers first\./, "what it was told");
    const states = text.split("<hivemind_state ");
    assert.ok(states.every((state) => count_in(state, "Count the piers first.") <= 1), "once in a state");
  }
  assert.equal(count_in(whole_text(of_child[1]), "Count the piers first."), 1, "and in no other while nothing changes");
  assert.doesNotMatch(whole_text(of_child[2]).split("<hivemind_state ").at(-1), /Take it up/, "it was taken up");
  const sessions = await world.hivemind("session", "list", "--json");
  const child = sessions.find((session) => session.client_session_id !== session_id_of(run));
  const stored = await world.export_session(child.client_session_id);
  assert.match(stored, /Begun\./);
  assert.equal(count_in(stored, "It shall yield"), 0, "nothing of it is kept in the client's history");
});

// Nobody has set anything for it.
test("OpenCode.TheAgentsOfASubagentRunInTheBackground", async (world) => {
  await world.init("strict");
  world.change_settings((settings) => (settings.subagent_depth = 2));
  world.add_agent("lead", "You are lead.");
  await world.as_person("role", "set", "lead", "--delegate");
  const ask = (subagent_type, prompt) => ({ calls: [{ name: "task", args: { description: "Look", prompt, subagent_type } }] });
  const seen = [];
  // The agent in the background and those before it ask in whatever order.
  const any = async (request) => {
    const text = whole_text(request);
    if (/You are lead\./.test(text)) {
      if (/Report of the second\./.test(text)) return seen.push("the lead has the report") && { text: "The lead has read it." };
      if (!/state="running"/.test(tool_results(request)[0] ?? "")) return ask("general", "Look, second");
      // The lead makes one more call, and ends its turn, before the one that it started has said a word.
      return seen.push("the lead goes on") === 1 ? { calls: [look] } : { text: "The lead is done." };
    }
    if (/Look, second/.test(text) && !/Look, lead/.test(text)) {
      assert.ok(await wait_until(() => seen.includes("main is told"), 30_000), `it was waited for: ${seen}`);
      return { text: "Report of the second." };
    }
    seen.push("main is told");
    return { text: "Done." };
  };
  const server = await Server.start(world);
  try {
    world.model.play([start_task("Find the leak"), ask("lead", "Look, lead"), any, any, any, any, any, any]);
    await server.prompt(await server.new_session(), "Begin");
    assert.ok(await wait_until(() => seen.length === 4, 30_000), `the report did not come: ${seen}`);
  } finally {
    await server.end();
  }
  assert.equal(world.model.failure, null);
  assert.deepEqual(seen, ["the lead goes on", "the lead goes on", "main is told", "the lead has the report"]);
  const of_main = world.model.requests.filter((request) => !/You are lead\.|Look, second/.test(whole_text(request)));
  for (const { tools } of of_main) assert.deepEqual(tools, of_main[0].tools, "what is offered stays the same");
  assert.equal((await world.hivemind("session", "list", "--json")).length, 3);
});

test("OpenCode.ASessionThatWasHandedOverDoesNotGoOnByItselfAfterACompaction", async (world) => {
  await world.init("strict");
  const run = await world.run([{ text: "Nearly full.", tokens: 170_000 }]);
  await world.go_on(session_id_of(run), [{ calls: [look], tokens: 199_000 }, { text: "A summary." }]);

  assert.equal(world.model.requests.length, 2, "no turn of its own behind the summary");
  const rested = (await world.log()).filter((event) => event.kind === "session.rested");
  assert.equal(rested.length, 1);
});

test("OpenCode.ACompactionGoesOnWhileTheEngineHangs", async (world) => {
  await world.init("assisted");
  await world.run([
    () => {
      for (const engine of serve_children(world.client.pid)) process.kill(engine, "SIGSTOP");
      return { calls: [look], tokens: 199_000 };
    },
    { text: "A summary." },
    { text: "Done." },
  ]);

  assert.match(whole_text(world.model.requests[2]), /A summary\./, "the summary was made and is used");
});

const shaper = `
export default {
  id: "shaper",
  server: async () => ({
    "chat.params": async (_, output) => Object.assign(output, { temperature: 0.25, topP: 0.5, maxOutputTokens: 321, options: { ...output.options, harbour: "red" } }),
    "tool.execute.after": async ({ tool }, output) => tool === "glob" && Object.assign(output, { title: "Another title", output: output.output + "\\nMore.", metadata: { ...output.metadata, seen: true } }),
  }),
};
`;

// What we build on, seen in the version that is pinned.
test("OpenCode.TakesOverWhatHooksChange", async (world) => {
  await world.init("strict");
  world.add_plugin("shaper.js", shaper);
  const run = await world.run([{ calls: [look] }, { text: "Seen." }]);

  const [first, second] = world.model.requests;
  assert.equal(first.temperature, 0.25);
  assert.equal(first.top_p, 0.5);
  assert.equal(first.max_tokens ?? first.max_completion_tokens, 321);
  assert.equal(first.harbour, "red");
  assert.match(last_tool_result(second), /More\.$/);
  const [{ state }] = tool_events(run, "glob");
  assert.equal(state.title, "Another title");
  assert.equal(state.metadata.seen, true);
});
