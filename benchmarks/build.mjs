// What a build from nothing costs: the CPU time of configuring and building the program in a folder of its own, without
// ccache, as a multiple of compiling SQLite in the same run. --against <checkout> builds another checkout too (its
// packages must be there) and prints the ratio of both.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const option = (name) => process.argv[process.argv.indexOf(name) + 1];

// CPU seconds of the command and all that it started.
function cpu_seconds(command, args, cwd) {
  const script = '"$@" >&2 || exit 1; times | tail -n 1';
  const done = spawnSync("bash", ["-c", script, "bash", command, ...args], {
    cwd,
    env: { ...process.env, CCACHE_DISABLE: "1" },
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    maxBuffer: 1 << 28,
  });
  if (done.status !== 0) throw new Error(`${command} failed in ${cwd}:\n${done.stderr.slice(-3000)}`);
  const [user, system] = done.stdout.trim().split(/\s+/).map((part) => {
    const [, minutes, seconds] = part.match(/(\d+)m([\d.]+)s/);
    return Number(minutes) * 60 + Number(seconds);
  });
  return user + system;
}

function build_seconds(checkout) {
  const tree = mkdtempSync(path.join(os.tmpdir(), "hivemind-build-"));
  try {
    const configured = cpu_seconds("cmake", ["--preset", "release", "-B", tree], checkout);
    return configured + cpu_seconds("ninja", ["-C", tree, "-j", String(os.cpus().length), "hivemind"], checkout);
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}

function sqlite_seconds() {
  const source = path.join(root, "deps/node_modules/better-sqlite3/deps/sqlite3/sqlite3.c");
  return cpu_seconds("gcc", ["-O2", "-w", "-DSQLITE_ENABLE_FTS5", "-c", source, "-o", "/dev/null"], root);
}

const sqlite = sqlite_seconds();
const here = build_seconds(root);
console.log(`SQLite alone          ${sqlite.toFixed(1)} s of CPU`);
console.log(`the program, cold     ${here.toFixed(1)} s of CPU, ${(here / sqlite).toFixed(2)} × SQLite`);
if (process.argv.includes("--against")) {
  const other = build_seconds(path.resolve(option("--against")));
  console.log(`the other checkout    ${other.toFixed(1)} s of CPU, ${(other / sqlite).toFixed(2)} × SQLite`);
  console.log(`ratio                 ${(here / other).toFixed(2)}`);
}
