// What the tests say again and again: calls a scripted model makes, and how to read what came of them.

import assert from "node:assert/strict";

export const refusal_parts = [/WHAT/, /WHY/, /USE INSTEAD/, /EVIDENCE/];

export function write_call(world, name) {
  return { name: "write", args: { filePath: world.path(name), content: "written by the test\n" } };
}

export function start_task(name) {
  return { calls: [{ name: "govern_task", args: { action: "start", name } }] };
}

// The parts of one tool, in the order of their calls, as `--format json` prints them.
export function tool_events(run, tool) {
  const parts = run.events.filter((event) => event.type === "tool_use" && event.part.tool === tool).map((event) => event.part);
  return parts.sort((a, b) => a.id.localeCompare(b.id));
}

export function session_id_of(run) {
  return run.events[0].sessionID;
}

export function checkpoints_of(log) {
  return log.filter((event) => event.kind === "checkpoint");
}

// Of lines, such as what a doctor finds.
export function has(lines, pattern, why = "") {
  assert.ok(lines.some((line) => pattern.test(line)), `${why}\n${pattern} is not among\n${lines.join("\n")}`);
}

export function lacks(lines, pattern, why = "") {
  assert.ok(!lines.some((line) => pattern.test(line)), `${why}\n${pattern} is among\n${lines.join("\n")}`);
}

// What `hivemind doctor` prints, trouble or none.
export function doctor_says(world) {
  return world.hivemind("doctor").then((text) => text, (error) => error.message);
}
