// Runs the end-to-end tests with real clients against a scripted model on the loopback device.
//
//   node run.mjs --binary PATH [--junit FILE] [--only TEXT] [--jobs N]
//
// --only takes the tests whose name holds TEXT; --jobs runs that many at once, one when left out. The last line is "N passed, N failed"; the exit code is 0 only when
// something ran and nothing failed.

import { accessSync, constants, readdirSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { client_versions } from "./client_modules.mjs";
import { to_junit } from "./junit.mjs";
import { require_hook_clients } from "./hook_clients.mjs";
import { require_opencode } from "./opencode.mjs";
import { is_private, run_in_private_network } from "./private_network.mjs";
import { run_all } from "./suite.mjs";

const { values } = parseArgs({ options: { binary: { type: "string" }, junit: { type: "string" }, only: { type: "string", default: "" }, jobs: { type: "string", default: "1" } } });

async function main() {
  if (!values.binary) throw new Error("--binary PATH is missing: the hivemind program to test.");
  const jobs = Number(values.jobs);
  if (!Number.isInteger(jobs) || jobs < 1 || jobs > 16) throw new Error("--jobs N: how many tests run at once, 1 to 16.");
  const binary = resolve(values.binary);
  accessSync(binary, constants.X_OK);
  require_opencode();
  require_hook_clients();
  if (!is_private()) {
    const code = await run_in_private_network();
    if (code !== null) return code;
    console.log("network: this machine allows no private namespace; only the client's settings keep it offline");
  } else {
    console.log("network: a private namespace with the loopback device alone");
  }
  console.log(`clients: ${client_versions().join(", ")}`);
  const folder = new URL(".", import.meta.url);
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".test.mjs")).sort()) await import(new URL(file, folder).href);
  const results = await run_all(binary, { only: values.only, jobs }, (line) => console.log(line));
  if (values.junit) writeFileSync(values.junit, to_junit(results));
  const failed = results.filter((result) => result.failure).length;
  console.log(`${results.length - failed} passed, ${failed} failed`);
  return results.length > 0 && failed === 0 ? 0 : 1;
}

main().then(
  (code) => process.exit(code),
  (error) => {
    console.error(error.message);
    process.exit(2);
  },
);
