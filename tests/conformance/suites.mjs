// The public suite, run against a server of its own for each version, and read from what it prints.

import { spawn } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

const modules = fileURLToPath(new URL("node_modules", import.meta.url));

// `checks` is how many the suite must have passed, so that a scenario which quietly checks nothing is noticed.
const suites = [
  { group: "ConformanceReleased", package: "conformance-released", choice: ["--suite", "all"], scenarios: 32, checks: 44 },
  { group: "ConformanceNext", package: "conformance-next", choice: ["--requirements", "2025-11-25"], scenarios: 33, checks: 84 },
];

// Starts the server on a free port; answers its address and how to end it.
export async function start_server(command, args, options) {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "inherit"], ...options });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const lines = await new Promise((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (piece) => {
      text += piece;
      if (/http:\/\/\S+/.test(text) && text.includes("\n")) resolve(text);
    });
    child.once("exit", (code) => reject(new Error(`${command} ended with ${code}`)));
    child.once("error", reject);
  });
  const stop = async () => {
    child.kill("SIGTERM");
    return ended;
  };
  return { lines, url: lines.match(/http:\/\/[^\s"]+/)[0], stop };
}

function run_to_end(command, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], ...options });
    let text = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (piece) => (text += piece));
    const limit = setTimeout(() => child.kill("SIGKILL"), 300_000);
    child.once("error", reject);
    child.once("exit", (code) => {
      clearTimeout(limit);
      resolve({ code, text });
    });
  });
}

async function run_suite(suite, server, folder) {
  const started_at = performance.now();
  const { url, stop } = await start_server(server, ["0"]);
  const script = path.join(modules, suite.package, "dist", "index.js");
  const args = [script, "server", "--url", url, ...suite.choice, "-o", path.join(folder, suite.group)];
  const { text } = await run_to_end(process.execPath, args, { cwd: folder });
  const exit_code = await stop();
  const scenarios = [...text.matchAll(/^[✓✗] (\S+): (\d+) passed, (\d+) failed/gm)];
  const seconds = (performance.now() - started_at) / 1000 / Math.max(1, scenarios.length);
  const results = scenarios.map(([line, name, , failed]) => ({
    name: `${suite.group}.${name.replaceAll("-", "_")}`,
    seconds,
    failure: failed === "0" && line.startsWith("✓") ? null : `${line}\n${text.slice(-4000)}`,
  }));
  const passed = scenarios.reduce((sum, [, , count]) => sum + Number(count), 0);
  const is_whole = scenarios.length === suite.scenarios && passed >= suite.checks && exit_code === 0;
  const found = `${scenarios.length} scenarios of ${suite.scenarios}, ${passed} checks passed of ${suite.checks}; the server ended with ${exit_code}`;
  results.push({ name: `${suite.group}.IsWhole`, seconds: 0, failure: is_whole ? null : `${found}\n${text.slice(-4000)}` });
  return results;
}

export async function conformance_results(server, folder, only, tell) {
  const results = [];
  for (const suite of suites.filter((each) => each.group.includes(only))) {
    const some = await run_suite(suite, server, folder);
    for (const { name, failure } of some) tell(`${failure ? "FAILED" : "passed"} ${name}${failure ? `\n${failure}` : ""}`);
    results.push(...some);
  }
  return results;
}
