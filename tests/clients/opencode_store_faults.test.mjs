// What happens to a turn while the store is held by another, and when it is damaged.

import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync, readdirSync, statSync, writeSync } from "node:fs";
import { opencode_binary } from "./opencode.mjs";
import { checkpoints_of, doctor_says, refusal_parts, start_task, tool_events, write_call } from "./expectations.mjs";
import { last_tool_result } from "./scripted_model.mjs";
import { test_alone as test } from "./suite.mjs";

// A process that holds the store's write lock until it is ended; the client's own runtime has an SQLite.
async function hold_store(world) {
  const script = `const { Database } = require("bun:sqlite");
    const store = new Database(${JSON.stringify(world.store("hivemind.db"))});
    store.exec("BEGIN EXCLUSIVE");
    console.log("held");
    setInterval(() => store.inTransaction, 1000);`;
  const holder = spawn(opencode_binary, ["-e", script], { env: { ...process.env, BUN_BE_BUN: "1" }, stdio: ["ignore", "pipe", "ignore"] });
  await once(holder.stdout, "data");
  return holder;
}

// Every client call below ends while the lock is still held: nothing waits for it to be released.
test("OpenCode.GoesOnWhileTheStoreIsHeldAndLosesNoCheckpoint", async (world) => {
  await world.init("strict");
  let holder;
  const run = await world.run([
    start_task("Write"),
    async () => {
      holder = await hold_store(world);
      return { calls: [write_call(world, "a.txt")] };
    },
    { calls: [write_call(world, "b.txt")] },
    { text: "Done." },
  ]);
  const doctor = await world.hivemind("doctor");
  holder.kill("SIGKILL");
  await once(holder, "exit");

  assert.deepEqual(tool_events(run, "write").map((part) => part.state.status), ["completed", "completed"]);
  assert.match(doctor, /spool +\d+ records? waits? for the next write/);
  await world.hivemind("memory", "save", "The next write.");
  assert.equal(checkpoints_of(await world.log()).length, 2, "each once, when the next writer took them in");
  assert.deepEqual(readdirSync(world.store("spool")).filter((name) => !name.startsWith(".")), []);
});

// All of it: what an engine that runs still has in its log would come back with the next checkpoint.
function damage(world) {
  const path = world.store("hivemind.db");
  const file = openSync(path, "r+");
  const bytes = statSync(path).size;
  writeSync(file, Buffer.alloc(bytes, 0x5a), 0, bytes, 0);
  closeSync(file);
}

test("OpenCode.RefusesChangesInStrictWhenTheStoreIsDamaged", async (world) => {
  await world.init("strict");
  damage(world);
  await world.run([{ calls: [write_call(world, "a.txt")] }, { text: "Refused." }]);

  assert.equal(world.has("a.txt"), false);
  for (const part of refusal_parts) assert.match(last_tool_result(world.model.requests[1]), part);
  assert.match(await doctor_says(world), /not a HiveMind store[^]*hivemind doctor --fix/);
});

test("OpenCode.GoesOnInAssistedWhenTheStoreIsDamagedInTheMiddleOfATurn", async (world) => {
  await world.init("assisted");
  const run = await world.run([
    start_task("Write"),
    () => {
      damage(world);
      return { calls: [write_call(world, "a.txt")] };
    },
    { text: "Done." },
  ]);

  assert.deepEqual(tool_events(run, "write").map((part) => part.state.status), ["completed"]);
  assert.equal(readFileSync(world.path("a.txt"), "utf8"), "written by the test\n");
  assert.match(await doctor_says(world), /hivemind doctor --fix/);
});

test("OpenCode.TheDoctorSeesAProjectThatCannotBeWritten", async (world) => {
  await world.init("strict");
  const script = 'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && cd "$1" && exec "$0" doctor';
  const said = await new Promise((resolve) => {
    execFile("unshare", ["--mount", "sh", "-c", script, world.binary, world.project], (_, stdout, stderr) => resolve(stdout + stderr));
  });
  assert.match(said, /trouble +store .*\.git\/hivemind cannot be written: Read-only file system/);
});
