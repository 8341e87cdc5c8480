// Several clients on one project: the same plan, memories and gate, at the same time.

import assert from "node:assert/strict";
import { join } from "node:path";
import { start_task } from "./hook_behaviours.mjs";
import { claude_code, codex, gemini, request_text, run, wire } from "./hook_clients.mjs";
import { ScriptedModel } from "./scripted_model.mjs";
import { test } from "./suite.mjs";

// The same home and project with a model of its own.
async function beside(world, name) {
  const model = new ScriptedModel(join(world.root, `requests-${name}.jsonl`));
  await model.listen();
  return { home: world.home, project: world.project, model, hivemind: (...args) => world.hivemind(...args) };
}

const remember = (client, content) => ({ calls: [client.own("hivemind_memory", { action: "save", content })] });

test("SeveralClients.WorkAtOnceOnOneStore", async (world) => {
  const other = await beside(world, "codex");
  await wire(world, claude_code);
  await wire(other, codex);
  const work = (client, file) => [
    start_task(client, `Write ${file}`),
    remember(client, `Learnt while writing ${file}.`),
    { calls: [client.write(world, file)] },
    { text: "Done." },
    { text: "I wait for you." },
  ];
  await Promise.all([run(world, claude_code, work(claude_code, "a.txt")), run(other, codex, work(codex, "b.txt"))]);

  assert.equal(world.has("a.txt") && world.has("b.txt"), true);
  const log = await world.log();
  assert.equal(log.filter((event) => event.kind === "checkpoint").length, 2);
  const sessions = await world.hivemind("session", "list", "--json");
  assert.deepEqual(sessions.map((session) => session.client).sort(), ["claude-code", "codex"]);
  // What one learnt is before the other's model in its next session.
  const { requests } = await run(other, codex, [{ text: "Done." }]);
  assert.match(request_text(requests[0]), /Learnt while writing a\.txt/);
  await other.model.close();
});

// Three clients, one task: the first has it, the others are told who.
test("SeveralClients.RefuseATaskThatAnotherHasInHandAndSayWhoseItIs", async (world) => {
  const beside_it = { codex: await beside(world, "codex"), gemini: await beside(world, "gemini") };
  await wire(world, claude_code);
  await wire(beside_it.codex, codex);
  await wire(beside_it.gemini, gemini);
  const task = await world.hivemind("task", "create", "Rework a.txt", "--json");
  const start = (client) => ({ calls: [client.own("govern_task", { action: "start", id: task.id })] });
  // While it is at work: what a client that has ended left open may be taken up by another.
  const others_ask = async () => {
    const [holder] = await world.hivemind("session", "list", "--json");
    for (const client of [codex, gemini]) {
      const { requests } = await run(beside_it[client.client], client, [start(client), { calls: [client.write(world, `${client.client}.txt`)] }, { text: "Refused." }]);

      assert.match(request_text(requests[0]), /The quux server is down/, `${client.title} has what was saved in the first pack`);
      const told = request_text(requests[1]);
      assert.match(told, new RegExp(`is held by session ${holder.stamp}\\b`), `${client.title} is told whose it is: ${told.slice(-1500)}`);
      assert.match(told, /is held by session .* in claude-code/);
      assert.equal(world.has(`${client.client}.txt`), false, "and has no task to write under");
    }
    return { text: "Held." };
  };
  await run(world, claude_code, [start(claude_code), remember(claude_code, "The quux server is down."), others_ask, { text: "I wait." }]);
  for (const other of Object.values(beside_it)) await other.model.close();
});

test("SeveralClients.RefuseAFileThatAnotherHoldsAndSayWhoHoldsIt", async (world) => {
  const other = await beside(world, "codex");
  await wire(world, claude_code);
  await wire(other, codex);
  const task = await world.hivemind("task", "create", "Rework a.txt", "--file-locks", "a.txt", "--json");
  const hold = { calls: [claude_code.own("govern_task", { action: "start", id: task.id })] };
  await run(world, claude_code, [hold, { text: "Held." }, { text: "I wait." }]);
  const { requests } = await run(other, codex, [start_task(codex, "Write a.txt"), { calls: [codex.write(world, "a.txt")] }, { text: "Refused." }, { text: "I wait." }]);

  assert.equal(world.has("a.txt"), false);
  assert.match(request_text(requests[2]), /Rework a\.txt/);
  await other.model.close();
});
