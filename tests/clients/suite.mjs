// The list of tests and what runs them, as many at once as is asked for; most of a test is a client that starts.

import { World } from "./world.mjs";

const tests = [];

// `body` gets a fresh World.
export function test(name, body) {
  add({ name, body, is_alone: false });
}

// The same for what an answer in time decides, or what takes all the machine has: nothing else runs beside it.
export function test_alone(name, body) {
  add({ name, body, is_alone: true });
}

// What several tests look at, made in the world of the first of them that comes. What it answers outlives that world.
export function shared(make) {
  let made;
  return (world) => (made ??= make(world));
}

function add(one) {
  if (tests.some((known) => known.name === one.name)) throw new Error(`two tests have the name ${one.name}`);
  tests.push(one);
}

// The results, in the order of the tests.
export async function run_all(binary, { only, jobs }, tell) {
  const chosen = tests.filter((candidate) => candidate.name.includes(only));
  const results = new Map();
  const run = async (one) => {
    tell(`${one.name} …`);
    const result = await run_one(binary, one);
    results.set(one, result);
    tell(`${result.failure ? "FAILED" : "passed"} ${one.name} (${result.seconds.toFixed(1)} s)`);
    if (result.failure) tell(result.failure);
  };
  const waiting = chosen.filter((one) => !one.is_alone);
  const take = async () => {
    while (waiting.length > 0) await run(waiting.shift());
  };
  await Promise.all(Array.from({ length: jobs }, take));
  for (const one of chosen.filter((candidate) => candidate.is_alone)) await run(one);
  return chosen.map((one) => results.get(one));
}

async function run_one(binary, { name, body }) {
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
