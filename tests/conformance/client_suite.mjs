// The tests with the SDK's own client, one after the other, each with a fresh project.

import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import path from "node:path";

const tests = [];

// `body` gets {binary, project, hivemind(...arguments)}.
export function test(name, body) {
  if (tests.some((known) => known.name === name)) throw new Error(`two tests have the name ${name}`);
  tests.push({ name, body });
}

async function run_one(name, body, binary, folder) {
  const started_at = performance.now();
  const seconds = () => (performance.now() - started_at) / 1000;
  try {
    const project = mkdtempSync(path.join(folder, "project-"));
    const hivemind = (...args) => execFileSync(binary, args, { cwd: project, encoding: "utf8", timeout: 60_000 });
    hivemind("init");
    await body({ binary, project, hivemind });
    return { name, seconds: seconds(), failure: null };
  } catch (error) {
    return { name, seconds: seconds(), failure: error.stack ?? String(error) };
  }
}

export async function run_client_tests(binary, folder, only, tell) {
  const results = [];
  for (const { name, body } of tests.filter((candidate) => candidate.name.includes(only))) {
    const result = await run_one(name, body, binary, folder);
    results.push(result);
    tell(`${result.failure ? `FAILED ${name}\n${result.failure}` : `passed ${name}`}`);
  }
  return results;
}
