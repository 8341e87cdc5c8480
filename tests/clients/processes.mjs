// Starts processes with a deadline, looks at them through /proc, and waits for them to end.

import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

function read_process(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [state, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").slice(0, -1);
    return { pid, parent: Number(parent), state, command };
  } catch {
    return null;
  }
}

function all_processes() {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name)).map(Number);
  return pids.map(read_process).filter(Boolean);
}

// Starts a program that is killed at its deadline; `ended` resolves to { code, signal, timed_out, stdout, stderr }.
export function start_program([program, ...args], { cwd, env }, deadline_ms) {
  const child = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text) => (stderr += text));
  let timed_out = false;
  const deadline = setTimeout(() => {
    timed_out = true;
    child.kill("SIGKILL");
  }, deadline_ms);
  const ended = new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      clearTimeout(deadline);
      resolve({ code, signal, timed_out, stdout, stderr });
    });
  });
  return { pid: child.pid, kill: (signal) => child.kill(signal), said: () => stdout, ended };
}

// A process that has ended but was not collected by its parent yet does not count.
export function is_running(pid) {
  const found = read_process(pid);
  return found !== null && found.state !== "Z" && found.state !== "X";
}

// A process and all that descend from it.
function family(ancestor) {
  const processes = all_processes();
  const below = new Set([ancestor]);
  for (let size = 0; size !== below.size; ) {
    size = below.size;
    for (const { pid, parent } of processes) if (below.has(parent)) below.add(pid);
  }
  return processes.filter((process) => below.has(process.pid));
}

// The ids of `hivemind serve opencode` below a process.
export function serve_children(ancestor) {
  return family(ancestor).filter(is_serving).map((process) => process.pid);
}

// Ends a process that a test started, and waits until its whole family has ended.
export async function end_family(ancestor, within_ms = 20_000) {
  const pids = family(ancestor).map((process) => process.pid);
  kill(ancestor);
  const has_ended = await wait_until(() => !pids.some(is_running), within_ms);
  if (!has_ended) pids.filter(is_running).forEach(kill);
}

function kill(pid) {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

function is_serving({ command, state }) {
  const serve = command.indexOf("serve");
  return state !== "Z" && serve > 0 && command[serve + 1] === "opencode";
}

// True when `holds` came true within the time.
export async function wait_until(holds, within_ms, every_ms = 20) {
  const deadline = Date.now() + within_ms;
  while (!holds()) {
    if (Date.now() > deadline) return false;
    await sleep(every_ms);
  }
  return true;
}
