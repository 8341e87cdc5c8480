// Two OpenCode processes and one client of hooks at work on one project at the same moment, 2,000 calls in all: every
// call is judged, every write leaves its checkpoint, once, and nothing fails.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { client_environment, keep_offline, start_opencode } from "./opencode.mjs";
import { start_task } from "./expectations.mjs";
import { main_model, ScriptedModel } from "./scripted_model.mjs";
import { test_alone as test } from "./suite.mjs";

const calls_of_an_opencode = 700;
const calls_of_hooks = 600;
const calls_in_a_step = 25;
const deadline_ms = 300_000;
const text = "written by the test\n";

const file_names = (prefix, count) => Array.from({ length: count }, (_, number) => `${prefix}-${number}.txt`);

// A provider of its own for the second client, so that each plays a script of its own.
async function second_model(world) {
  const model = new ScriptedModel(join(world.root, "requests-second.jsonl"));
  await model.listen();
  world.change_settings((settings) => {
    const second = structuredClone(settings.provider.fake);
    second.options.baseURL = `http://127.0.0.1:${model.port}/v1`;
    settings.provider.second = second;
    settings.enabled_providers.push("second");
  });
  return model;
}

// A home of its own for the second client: two that start at once both try to make OpenCode's own database, and one fails.
function second_home(world) {
  const home = join(world.root, "home-second");
  for (const folder of ["tmp", "config/opencode", "data", "cache", ".local/state"]) mkdirSync(join(home, folder), { recursive: true });
  // It is the same person all the same, whose stores are known.
  symlinkSync(join(world.home, ".local/state/hivemind"), join(home, ".local/state/hivemind"));
  keep_offline(join(home, "config/opencode"));
  return home;
}

function script(world, names) {
  const steps = [start_task(`Write ${names[0]} and the others`)];
  for (let at = 0; at < names.length; at += calls_in_a_step) {
    const write = (name) => ({ name: "write", args: { filePath: world.path(name), content: text } });
    steps.push({ calls: names.slice(at, at + calls_in_a_step).map(write) });
  }
  return [...steps, { text: "Done." }];
}

async function work_in_opencode(world, home, model, provider, names) {
  model.play(script(world, names));
  const args = ["run", "--format", "json", "--model", `${provider}/${main_model}`, "Begin"];
  const result = await start_opencode(args, { home, project: world.project }, deadline_ms).ended;
  assert.equal(model.failure, null);
  assert.equal(result.code, 0, result.stderr.slice(-2000));
  assert.equal(model.steps.length, 0, "the script was played to its end");
  const events = result.stdout.split("\n").filter(Boolean).map((line) => JSON.parse(line));
  const failed = events.filter((event) => event.type === "error" || event.part?.state?.status === "error");
  assert.deepEqual(failed.map((event) => event.part?.state?.error ?? event), [], "no call was refused");
  assert.equal(events.filter((event) => event.type === "tool_use" && event.part.tool === "write").length, names.length);
}

// A process with something on its standard input, to its end.
function run_process(world, args, input) {
  const child = spawn(world.binary, args, { cwd: world.project, env: client_environment(world.home, world.project), stdio: ["pipe", "pipe", "pipe"] });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (part) => (stdout += part));
  child.stderr.setEncoding("utf8").on("data", (part) => (stderr += part));
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, stdout, stderr }));
  });
}

// Claude Code as its hooks see it: a process for each event.
class HookClient {
  session_id = "7f8e0c8e-0000-4000-8000-000000000001";
  calls = 0;

  constructor(world) {
    this.world = world;
  }

  async event(name, more) {
    const { world, session_id } = this;
    const whole = { session_id, transcript_path: "", cwd: world.project, hook_event_name: name, permission_mode: "default", ...more };
    const { code, stdout, stderr } = await run_process(world, ["hook", "claude-code", name], JSON.stringify(whole) + "\n");
    assert.equal(code, 0, stderr);
    assert.equal(stderr, "", `${name} has nothing to complain of`);
    return stdout ? JSON.parse(stdout) : {};
  }

  async before(tool_name, tool_input) {
    const call = { tool_name, tool_input, tool_use_id: `toolu_${++this.calls}` };
    const said = await this.event("PreToolUse", call);
    assert.notEqual(said.hookSpecificOutput?.permissionDecision, "deny", said.hookSpecificOutput?.permissionDecisionReason);
    return { ...call, tool_input: said.hookSpecificOutput?.updatedInput ?? tool_input };
  }

  // Over MCP, with the ticket that the hook put into the arguments.
  async start_task(name) {
    const { tool_input } = await this.before("mcp__hivemind__govern_task", { action: "start", name });
    const ask = (id, method, params) => JSON.stringify({ jsonrpc: "2.0", id, method, params }) + "\n";
    const client = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } };
    const input = ask(1, "initialize", client) + ask(2, "tools/call", { name: "govern_task", arguments: tool_input });
    const { stdout } = await run_process(this.world, ["mcp"], input);
    assert.match(stdout, /"id":2,.*task_/, stdout);
  }

  async write(name) {
    const call = await this.before("Write", { file_path: this.world.path(name), content: text });
    writeFileSync(this.world.path(name), text);
    await this.event("PostToolUse", { ...call, tool_response: { type: "create", filePath: this.world.path(name) }, duration_ms: 1 });
  }
}

async function work_through_hooks(world, names) {
  const client = new HookClient(world);
  await client.event("SessionStart", { source: "startup" });
  await client.event("UserPromptSubmit", { prompt: "Begin" });
  await client.start_task("Write what comes through hooks");
  for (const name of names) await client.write(name);
  await client.event("SessionEnd", { reason: "other" });
}

test("SeveralClients.LoseNoCheckpointInTwoThousandCallsAtOnce", async (world) => {
  // OpenCode's own copies of the project after each step take most of the time and say nothing here.
  // It also adds the schema to settings that have none, which is a change from outside.
  world.change_settings((settings) => Object.assign(settings, { snapshot: false, $schema: "https://opencode.ai/config.json" }));
  const second = await second_model(world);
  await world.init("strict");
  await world.hivemind("init", "--client", "claude-code", "--mode", "strict", "--yes");
  const [of_first, of_second, of_hooks] = [file_names("first", calls_of_an_opencode), file_names("second", calls_of_an_opencode), file_names("hook", calls_of_hooks)];
  const started_at = performance.now();
  try {
    const done = await Promise.allSettled([
      work_in_opencode(world, world.home, world.model, "fake", of_first),
      work_in_opencode(world, second_home(world), second, "second", of_second),
      work_through_hooks(world, of_hooks),
    ]);
    for (const { reason } of done) if (reason) throw reason;
  } finally {
    await second.close();
  }
  console.log(`  2,000 calls in ${((performance.now() - started_at) / 1000).toFixed(1)} s`);

  // What the store could not take in time is taken in with the next command at the latest.
  await world.hivemind("memory", "save", "--content", "All of them are done.");
  const names = [...of_first, ...of_second, ...of_hooks];
  assert.equal(names.length, 2000);
  for (const name of names) assert.ok(world.has(name), name);
  const checkpoints = await world.hivemind("log", "--kind", "checkpoint", "--limit", "5000", "--json");
  assert.equal(checkpoints.length, names.length, "as many checkpoints as writes");
  assert.deepEqual(checkpoints.flatMap((event) => event.facts.files).sort(), [...names].sort(), "one for each");
  const tasks = await world.hivemind("task", "list", "--json");
  assert.equal(tasks.length, 3);
  for (const task of tasks) {
    const trail = await world.hivemind("log", "--kind", "checkpoint", "--task-id", task.id, "--limit", "5000", "--json");
    const sessions = new Set(trail.map((event) => event.session_id));
    assert.equal(sessions.size, 1, "each worked on its own task");
  }
  for (const kind of ["engine", "gate.block"]) {
    assert.deepEqual(await world.hivemind("log", "--kind", kind, "--json"), [], `nothing of the kind ${kind} happened`);
  }
  // OpenCode makes files of its own; what the clients wrote is all accounted for.
  const outside = await world.hivemind("log", "--kind", "files.changed_outside", "--json");
  const unexplained = outside.flatMap((event) => event.facts.files.map((file) => file.path));
  assert.deepEqual(unexplained.filter((path) => names.includes(path)), [], "no write is taken for one past the gate");
  const { findings } = await world.hivemind("doctor", "--json");
  const of_store = findings.filter((finding) => ["store", "spool", "engine"].includes(finding.about));
  assert.ok(of_store.every((finding) => finding.severity === "fine"), JSON.stringify(of_store));
});
