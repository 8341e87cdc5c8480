// What holds in every client that starts a process of ours for each event.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { has, lacks, refusal_parts } from "./expectations.mjs";
import { own_tools_in, request_text, run, wire } from "./hook_clients.mjs";
import { count_in } from "./scripted_model.mjs";
import { test } from "./suite.mjs";

export const start_task = (client, name) => ({ calls: [client.own("govern_task", { action: "start", name })] });

// A copy of the program that the test may spoil.
export function own_program(world) {
  mkdirSync(join(world.root, "bin"), { recursive: true });
  const copy = join(world.root, "bin", "hivemind");
  copyFileSync(world.binary, copy);
  world.original_binary = world.binary;
  world.binary = copy;
  return copy;
}

export function common_behaviours(client) {
  const { title } = client;

  test(`${title}.RefusesAWriteWithoutATaskWithAllFourParts`, async (world) => {
    await wire(world, client);
    const { requests } = await run(world, client, [{ calls: [client.write(world, "a.txt")] }, { text: "Refused." }]);

    assert.equal(world.has("a.txt"), false);
    const told = request_text(requests[1]);
    for (const part of refusal_parts) assert.match(told, part);
    assert.match(told, /govern_task/);
  });

  // The call of our own tool arrives over MCP; the ticket says whose it was.
  test(`${title}.WritesAfterItStartedATaskOfItsOwnSession`, async (world) => {
    await wire(world, client);
    await run(world, client, [
      start_task(client, "Write a.txt"),
      { calls: [client.write(world, "a.txt")] },
      { text: "Done." },
      { text: "I wait for you." },
    ]);

    assert.equal(world.read("a.txt"), "written by the test\n");
    const log = await world.log();
    assert.equal(log.filter((event) => event.kind === "checkpoint").length, 1, JSON.stringify(log));
    const sessions = await world.hivemind("session", "list", "--json");
    const clients = sessions.map((session) => session.client);
    assert.deepEqual(clients, [client.client], "the task belongs to the client's session, not to one of MCP");
  });

  test(`${title}.PutsRulesAndMemoriesBeforeTheModel`, async (world) => {
    await wire(world, client);
    await world.hivemind("memory", "save", "--content", "The tests need the quux server.");
    const { requests } = await run(world, client, [{ text: "Nothing to do." }]);

    const told = request_text(requests[0]);
    assert.match(told, /hivemind_rules/);
    assert.match(told, /The tests need the quux server/);
  });

  // What every request costs because of us: few tools with short schemas, and the rules once.
  test(`${title}.OffersFewSmallToolsAndTellsTheRulesOnce`, async (world) => {
    await wire(world, client);
    const { requests } = await run(world, client, [
      { calls: [client.own("hivemind", { command: "anchor save", args: { key: "port", value: "8443" } })] },
      { text: "Pinned." },
    ]);

    const anchors = await world.hivemind("anchor", "list", "--json");
    assert.deepEqual(anchors.filter(({ key }) => key === "port").map(({ value }) => value), ["8443"]);
    const tools = own_tools_in(requests[0]);
    // Codex loads the schemas of a server on demand.
    if (client.client !== "codex") {
      assert.deepEqual([...tools.keys()].sort(), ["govern_delegate", "govern_plan", "govern_task", "hivemind", "hivemind_memory"]);
    }
    const schemas = [...tools.values()].join("").length;
    assert.ok(schemas < 6000, `${schemas} characters of schemas`);
    const told = request_text(requests[0]);
    assert.equal(count_in(told, "USE INSTEAD says"), 1, "the rules are told once");
    const rules = told.slice(told.indexOf("<hivemind_rules>"), told.indexOf("</hivemind_rules>"));
    assert.ok(rules.length > 0 && rules.length < 700, `${rules.length} characters of rules, as JSON spells them`);
    const packs = [...told.matchAll(/<hivemind_state[^]*?<\/hivemind_state>/g)].map(([pack]) => pack.length);
    const weight = schemas + rules.length + packs.reduce((sum, length) => sum + length, 0);
    console.log(`${title}: ${schemas} characters of schemas, ${rules.length} of rules, ${packs} of packs`);
    assert.ok(weight <= 8500, `${weight} characters because of us`);
  });

  test(`${title}.HasProfilesForThoseWhoDoAndThoseWhoLook`, async (world) => {
    await wire(world, client);
    const folder = { "claude-code": ".claude/agents", codex: ".codex/agents", gemini: ".gemini/agents" }[client.client];
    const files = readdirSync(world.path(folder)).sort();
    assert.deepEqual(files.map((name) => name.replace(/\.\w+$/, "")), ["hivemind-executor", "hivemind-investigator"]);
    for (const name of files) {
      const text = world.read(`${folder}/${name}`);
      assert.match(text, /govern_task/);
      assert.doesNotMatch(text, /govern_plan|govern_delegate/, "each is offered what its role may use");
    }
  });

  // Our server tells a model to do so first.
  test(`${title}.ReadsAResourceOfOursWithoutATask`, async (world) => {
    await wire(world, client);
    await world.hivemind("anchor", "save", "--key", "release", "--value", "Never on a Friday.");
    const { requests } = await run(world, client, [{ calls: [client.resource("hivemind://pack")] }, { text: "Read." }]);

    assert.doesNotMatch(request_text(requests[1]), /GOVERNANCE BLOCK/);
    assert.equal(count_in(request_text(requests[1]), "Never on a Friday."), 2, "in the state that every request has, and in the answer");
  });

  test(`${title}.HoldsTheAgentBackOnceThatStopsWithATaskInHand`, async (world) => {
    await wire(world, client);
    const { requests } = await run(world, client, [start_task(client, "Unfinished work"), { text: "Done." }, { text: "I wait for you." }]);

    const told = request_text(requests[2]);
    for (const part of refusal_parts) assert.match(told, part);
    assert.match(told, /Ending the turn while/);
  });

  // A process that ended is no work that ended: the task stays the session's.
  test(`${title}.LeavesPromptTurnAndEndInTheTrailAndKeepsItsTask`, async (world) => {
    await wire(world, client, "assisted");
    await run(world, client, [start_task(client, "Long work"), { text: "More tomorrow." }]);

    const kinds = (await world.log()).map((event) => event.kind);
    for (const kind of ["session.prompt", "session.turn", "session.left"]) {
      assert.equal(kinds.filter((each) => each === kind).length, 1, `${kind}: ${kinds.join(" ")}`);
    }
    const [task] = await world.hivemind("task", "list", "--json");
    assert.equal(task.status, "active");
  });

  test(`${title}.RefusesADestructiveCommandInAssistedToo`, async (world) => {
    await wire(world, client, "assisted");
    world.write("keep.txt", "kept\n");
    const { requests } = await run(world, client, [{ calls: [client.shell("rm -rf ../project")] }, { text: "Refused." }]);

    assert.equal(world.read("keep.txt"), "kept\n");
    for (const part of refusal_parts) assert.match(request_text(requests[1]), part);
  });

  test(`${title}.RefusesWhenTheProgramIsGoneAndTheFailModeIsClosed`, async (world) => {
    const program = own_program(world);
    await wire(world, client, "strict");
    rmSync(program);
    await run(world, client, [{ calls: [client.shell("touch escaped")] }, { text: "Refused." }]);
    assert.equal(world.has("escaped"), false);
  });

  test(`${title}.LetsACallThroughWhenTheProgramCrashesAndTheFailModeIsOpen`, async (world) => {
    const program = own_program(world);
    await wire(world, client, "assisted");
    rmSync(program);
    writeFileSync(program, "#!/bin/sh\nkill -SEGV $$\n");
    chmodSync(program, 0o755);
    await run(world, client, [{ calls: [client.shell("touch went_through")] }, { text: "Done." }]);
    assert.equal(world.has("went_through"), true);
  });

  test(`${title}.RefusesWhenTheProgramCrashesAndTheFailModeIsClosed`, async (world) => {
    const program = own_program(world);
    await wire(world, client, "strict");
    rmSync(program);
    writeFileSync(program, "#!/bin/sh\nkill -SEGV $$\n");
    chmodSync(program, 0o755);
    await run(world, client, [{ calls: [client.shell("touch escaped")] }, { text: "Refused." }]);
    assert.equal(world.has("escaped"), false);
  });

  // That the command works is not that the client runs it: only what the client ran counts as fired.
  test(`${title}.IsTriedOutByTheDoctorAndGivesItsSettingsBack`, async (world) => {
    client.prepare(world);
    const before = snapshot(world);
    await world.hivemind("init", "--client", client.client, "--mode", "strict", "--yes");
    const about = await world.findings(client.client);
    has(about, /^fine: the wired command works: it refused the doctor's probe/);
    has(about, /^warning: wired by this program, not fired yet/);
    has(about, /^fine: fails closed/);
    lacks(about, /live|fired: last/);
    await world.as_person("uninstall", "--client", client.client, "--yes");
    assert.deepEqual(snapshot(world), before);
  });
}

// Beside the checkout: one store, and a root of its own. `refused`: what a write into the main checkout is answered.
export function works_in_a_worktree(client, refused = refusal_parts) {
  test(`${client.title}.WorksInAWorktreeBesideTheCheckout`, async (world) => {
    await wire(world, client, "assisted");
    await world.hivemind("memory", "save", "--content", "The quux server listens on 4096.");
    const main = world.project;
    execFileSync("git", ["worktree", "add", "-q", join(world.root, "feature")], { cwd: main, stdio: "ignore" });
    world.project = join(world.root, "feature");
    await world.hivemind("init", "--client", client.client, "--yes");
    const { requests } = await run(world, client, [
      { calls: [client.write(world, "a.txt")] },
      { calls: [client.write(world, "../project/b.txt")] },
      { text: "Done." },
    ], { prompt: "Where does the quux server listen?" });
    assert.equal(world.read("a.txt"), "written by the test\n", "its own files");
    assert.equal(existsSync(join(main, "b.txt")), false, "and none of the main checkout");
    for (const part of refused) assert.match(request_text(requests[2]), part);
    const memories = await world.hivemind("memory", "list", "--json");
    assert.equal(memories.length, 1, "what is known in the main checkout");
  });
}

// Their hooks are found in the project, wherever that is, and start the program by its own path.
export function gates_a_project_that_was_moved(client) {
  test(`${client.title}.GatesAProjectThatWasMoved`, async (world) => {
    await wire(world, client);
    await run(world, client, [{ calls: [client.write(world, "a.txt")] }, { text: "Refused." }]);
    has(await world.findings(client.client), /^fine: wired by this program, fired: last event/);

    world.move_project("renamed");
    const moved = await world.findings(client.client);
    has(moved, /^warning: wired by this program, not fired yet/, "what was seen was seen elsewhere");
    lacks(moved, /live|fired: last/);
    const { requests } = await run(world, client, [{ calls: [client.write(world, "b.txt")] }, { text: "Refused." }]);
    assert.equal(world.has("b.txt"), false);
    for (const part of refusal_parts) assert.match(request_text(requests[1]), part);
    has(await world.findings(client.client), /^fine: wired by this program, fired: last event/);
  });
}

// In clients that tell how a call ended; Codex does not.
export function told_of_failures(client) {
  // No prompt comes along in between, so it must reach the model with what the calls return.
  test(`${client.title}.IsToldAmongItsCallsThatTheyFail`, async (world) => {
    await wire(world, client, "assisted");
    const failing = ["a", "b", "c"].map((name) => ({ calls: [client.shell(`cat no_such_file_${name}`)] }));
    const { requests } = await run(world, client, [...failing, { text: "I stop." }]);

    assert.match(request_text(requests[3]), /calls in a row failed/);
    const log = await world.log();
    assert.equal(log.filter((event) => event.kind === "signal.raised").length, 1);
  });
}

// A person who comes back finds the session as it was left, with its task in hand. `again` says how the client is
// started then.
export function takes_up_a_session_again(client, again) {
  test(`${client.title}.TakesUpASessionAgain`, async (world) => {
    await wire(world, client);
    const first = await run(world, client, [start_task(client, "Write a.txt"), { text: "Begun." }, { text: "I wait." }]);
    await world.hivemind("memory", "save", "--content", "The quux server was moved meanwhile.");
    const { requests } = await run(world, again(first), [{ calls: [client.write(world, "a.txt")] }, { text: "Done." }], { prompt: "Go on" });

    assert.equal(world.read("a.txt"), "written by the test\n", "the task of the session is still in hand");
    assert.match(request_text(requests[0]), /The quux server was moved meanwhile/, "and it is told what is new");
    const sessions = await world.hivemind("session", "list", "--json");
    assert.equal(sessions.length, 1, "it is the same session");
    assert.equal(requests.length, 2, "it was held back in the first run, and is not again");
  });
}

// A command that a person chose by its name is in the trail with the task it was chosen under. `put_command` gives the
// project one called "ship"; `again` says how the client goes on in the session of its first run.
export function names_its_commands(client, put_command, again) {
  test(`${client.title}.KeepsACommandOfTheClientInTheTrailWithItsTask`, async (world) => {
    await wire(world, client, "assisted");
    put_command(world);
    const first = await run(world, client, [start_task(client, "Build the boat"), { text: "Begun." }]);
    await run(world, again(first), [{ text: "Shipped." }], { prompt: "/ship the boat" });

    const log = await world.log();
    const [command, ...others] = log.filter((event) => event.kind === "session.command");
    assert.deepEqual(others, [], "once");
    assert.equal(command.summary, "/ship the boat");
    assert.equal(command.facts.command, "ship");
    const [task] = await world.hivemind("task", "list", "--json");
    assert.equal(command.task_id, task.id);
  });
}

// What a changed setting means is seen in the client's next run, without another init.
export function follows_its_settings(client) {
  test(`${client.title}.IsWiredAgainWithADiffWhenModeOrFailChange`, async (world) => {
    const program = own_program(world);
    await wire(world, client, "assisted");
    await run(world, client, [{ calls: [client.write(world, "a.txt")] }, { text: "Done." }]);
    assert.equal(world.has("a.txt"), true, "assisted advises");

    const shown = await world.as_person("config", "set", "mode", "strict");
    assert.match(shown, /^\+.*hook/m, "what changes is shown");
    assert.match(shown, /--fail closed|"closed"/);
    await run(world, client, [{ calls: [client.write(world, "b.txt")] }, { text: "Refused." }]);
    assert.equal(world.has("b.txt"), false, "strict refuses");

    const kept = readFileSync(program);
    const crash = () => {
      rmSync(program);
      writeFileSync(program, "#!/bin/sh\nkill -SEGV $$\n");
      chmodSync(program, 0o755);
    };
    crash();
    await run(world, client, [{ calls: [client.shell("touch escaped")] }, { text: "Refused." }]);
    assert.equal(world.has("escaped"), false, "and fails closed");

    rmSync(program);
    writeFileSync(program, kept);
    chmodSync(program, 0o755);
    assert.match(await world.as_person("config", "set", "fail", "open"), /^-.*--fail closed|^-.*"closed"/m);
    crash();
    await run(world, client, [{ calls: [client.shell("touch went_through")] }, { text: "Done." }]);
    assert.equal(world.has("went_through"), true, "until that is changed");
  });
}

// One wiring for all projects of a person.
export function wired_for_all_projects(client) {
  test(`${client.title}.IsWiredForAllProjectsAndKeepsOutOfThoseWithoutAStore`, async (world) => {
    client.prepare(world);
    const before = snapshot(world);
    await world.hivemind("init", "--client", client.client, "--global", "--yes");
    const elsewhere = await run(world, client, [{ calls: [client.write(world, "free.txt")] }, { text: "Done." }]);
    assert.equal(world.read("free.txt"), "written by the test\n", "where HiveMind was not asked for, it refuses nothing");
    assert.doesNotMatch(request_text(elsewhere.requests[0]), /hivemind_rules|hivemind_state/, "says nothing");
    assert.equal(world.has(".hivemind"), false, "and leaves nothing");

    await world.hivemind("init", "--mode", "strict");
    const { requests } = await run(world, client, [{ calls: [client.write(world, "a.txt")] }, { text: "Refused." }]);
    assert.equal(world.has("a.txt"), false);
    for (const part of refusal_parts) assert.match(request_text(requests[1]), part);
    await world.as_person("uninstall", "--client", client.client, "--global", "--yes");
    for (const [file, text] of Object.entries(before)) assert.equal(readFileSync(file, "utf8"), text, file);
  });

  test(`${client.title}.WiredForAllProjectsFailsAsEachProjectSays`, async (world) => {
    const program = own_program(world);
    client.prepare(world);
    await world.hivemind("init", "--client", client.client, "--global", "--yes");
    rmSync(program);
    await run(world, client, [{ calls: [client.shell("touch free")] }, { text: "Done." }]);
    assert.equal(world.has("free"), true, "where no project is, a program that is gone stops nobody");

    copyFileSync(world.original_binary, program);
    await world.hivemind("init", "--mode", "strict");
    rmSync(program);
    await run(world, client, [{ calls: [client.shell("touch escaped")] }, { text: "Refused." }]);
    assert.equal(world.has("escaped"), false, "in strict it is refused");
    writeFileSync(program, "#!/bin/sh\nkill -SEGV $$\n");
    chmodSync(program, 0o755);
    await run(world, client, [{ calls: [client.shell("touch escaped")] }, { text: "Refused." }]);
    assert.equal(world.has("escaped"), false, "and so it is when the program crashes");

    rmSync(program);
    copyFileSync(world.original_binary, program);
    await world.as_person("config", "set", "mode", "assisted");
    rmSync(program);
    await run(world, client, [{ calls: [client.shell("touch went_through")] }, { text: "Done." }]);
    assert.equal(world.has("went_through"), true, "the next setting holds at once");
  });
}

// Every file of a client's settings, in the home and in the project.
function snapshot(world) {
  const found = {};
  const look = (path) => {
    if (!existsSync(path)) return;
    if (!statSync(path).isDirectory()) found[path] = readFileSync(path, "utf8");
    else for (const name of readdirSync(path)) look(join(path, name));
  };
  for (const folder of [world.home, world.project]) {
    for (const name of [".claude", ".claude.json", ".codex", ".gemini", ".mcp.json"]) look(join(folder, name));
  }
  return found;
}
