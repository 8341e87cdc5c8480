// TRIAL-5: where a text stands in a request. P5.1 at the start, P5.2 at the end, P5.3 in the middle: the model is played
// by a script that goes by what it reads there; P5.4 the order can be used for what matters most.

import assert from "node:assert/strict";
import { session_id_of, start_task, tool_events, write_call } from "./expectations.mjs";
import { last_tool_result, text_of } from "./scripted_model.mjs";
import { test } from "./suite.mjs";

const system_text = (request) => request.messages.filter((message) => message.role === "system").map((message) => text_of(message.content)).join("\n");
const last_user_parts = (request) => request.messages.filter((message) => message.role === "user").at(-1).content.map((part) => part.text);
const critical = "The release is frozen.";
const memory = "The quokka parser drops trailing commas.";

async function with_knowledge(world) {
  await world.init("strict");
  await world.hivemind("anchor", "save", "--key", "freeze", "--value", critical, "--priority", "critical");
  await world.hivemind("memory", "save", "--content", memory);
}

test("Trial5.P5_1_WhatStandsAtTheStartGuidesTheModel", async (world) => {
  await with_knowledge(world);
  const run = await world.run([
    (request) => (/<hivemind_rules>[^<]*govern_task/.test(system_text(request)) ? start_task("Write a.txt") : { text: "I read no rule." }),
    { calls: [write_call(world, "a.txt")] },
    { text: "Done." },
  ]);

  const [first] = world.model.requests;
  assert.match(system_text(first), /<hivemind_rules>/);
  assert.ok(last_user_parts(first).at(-1).includes(critical), "what must never be missed stands behind the prompt");
  assert.equal(first.messages.findLastIndex((message) => message.role === "system") < first.messages.findIndex((message) => message.role === "user"), true);
  assert.deepEqual(tool_events(run, "write").map((part) => part.state.status), ["completed"], "it did as it read");
});

test("Trial5.P5_2_WhatStandsAtTheEndGuidesTheModel", async (world) => {
  await with_knowledge(world);
  const run = await world.run([(request) => ({ text: last_user_parts(request).at(-1).includes(memory) ? "Commas are dropped." : "I know nothing." })]);

  const [first] = world.model.requests;
  const parts = last_user_parts(first);
  assert.equal(first.messages.at(-1).role, "user");
  assert.match(parts[0], /Begin/, "the person's words come first");
  assert.match(parts.at(-1), /^<hivemind_state[^]*<\/hivemind_state>\s*$/, "ours are the last of the request");
  assert.match(run.stdout, /Commas are dropped/);
});

test("Trial5.WhatToCheckBeforeStoppingIsAPartOfItsOwn", async (world) => {
  await with_knowledge(world);
  const run = await world.run([start_task("Write a.txt"), { text: "Begun." }]);
  assert.match(last_tool_result(world.model.requests[1]), /<hivemind_state [^]*Write a.txt[^]*<\/hivemind_state>\s*$/, "the state, once it is another");
  await world.go_on(session_id_of(run), [{ text: "Going on." }]);

  const parts = last_user_parts(world.model.requests[0]);
  assert.match(parts.at(-1), /^<before_you_stop>\n- Is "Write a.txt" done\?[^]*<\/before_you_stop>\s*$/, "and behind it what to check");
});

test("Trial5.P5_3_WhatStandsInTheMiddleGuidesTheModel", async (world) => {
  await world.init("assisted");
  await world.run([
    { calls: [write_call(world, "a.txt")] },
    (request) => (/govern_task/.test(last_tool_result(request)) ? start_task("Write a.txt") : { text: "I read no advice." }),
    { text: "Done." },
  ]);

  const second = world.model.requests[1];
  assert.equal(second.messages.at(-1).role, "tool", "the advice stands behind the result of the call it is about");
  assert.match(last_tool_result(second), /Wrote file successfully[^]*govern_task/);
  const log = await world.log();
  assert.ok(log.some((event) => event.kind === "task.start"), JSON.stringify(log.map((event) => event.kind)));
});

test("Trial5.P5_4_WhatMattersMostStandsFirst", async (world) => {
  await with_knowledge(world);
  await world.hivemind("anchor", "save", "--key", "colour", "--value", "The crane is red.", "--priority", "low");
  await world.run([{ text: "Seen." }]);

  const request = JSON.stringify(world.model.requests[0].messages);
  const [rules, frozen, colour, known] = ["<hivemind_rules>", critical, "The crane is red.", memory].map((text) => request.indexOf(text));
  assert.ok(rules >= 0 && rules < frozen, "rules, then what is critical");
  assert.ok(frozen < colour && frozen < known, "then what may be left out when there is no room");
});

test("Trial5.AToolGivesTheContextToo", async (world) => {
  await with_knowledge(world);
  await world.run([
    { calls: [{ name: "hivemind_memory", args: { action: "recall", question: "quokka commas" } }] },
    { calls: [{ name: "hivemind", args: { command: "anchor list" } }] },
    { text: "Read." },
  ]);

  assert.ok(last_tool_result(world.model.requests[1]).includes(memory));
  assert.ok(last_tool_result(world.model.requests[2]).includes(critical));
});
