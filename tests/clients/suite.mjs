// The list of tests and the loop that runs them, one after the other.

import { World } from "./world.mjs";

const tests = [];

// `body` gets a fresh World.
export function test(name, body) {
  if (tests.some((known) => known.name === name)) throw new Error(`two tests have the name ${name}`);
  tests.push({ name, body });
}

export async function run_all(binary, only, tell) {
  const results = [];
  for (const { name, body } of tests.filter((candidate) => candidate.name.includes(only))) {
    tell(`${name} …`);
    const result = await run_one(binary, name, body);
    results.push(result);
    tell(`${result.failure ? "FAILED" : "passed"} ${name} (${result.seconds.toFixed(1)} s)`);
    if (result.failure) tell(result.failure);
  }
  return results;
}

async function run_one(binary, name, body) {
  const started_at = performance.now();
  const seconds = () => (performance.now() - started_at) / 1000;
  let world;
  try {
    world = await World.open(binary);
    await body(world);
    await world.close();
    world.remove();
    return { name, seconds: seconds(), failure: null };
  } catch (error) {
    await world?.close();
    const kept = world ? `\nKept for a look: ${world.root}` : "";
    return { name, seconds: seconds(), failure: (error.stack ?? String(error)) + kept };
  }
}
