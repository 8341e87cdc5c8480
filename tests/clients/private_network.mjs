// Runs this program once more inside a network namespace that has nothing but the loopback device, so that a test which
// reaches for the network fails instead of passing by luck.

import { spawn, spawnSync } from "node:child_process";

const inside = "HIVEMIND_PRIVATE_NETWORK";
const bring_up = 'ip link set lo up && exec "$@"';

// The arguments for unshare that this machine allows, or null.
function allowed_namespace() {
  const choices = process.getuid() === 0 ? [["-n"]] : [["-r", "-n"]];
  return choices.find((flags) => spawnSync("unshare", [...flags, "sh", "-c", bring_up, "sh", "true"]).status === 0) ?? null;
}

export function is_private() {
  return process.env[inside] === "1";
}

// Resolves to the exit code of the inner run, or to null when no namespace is allowed here.
export async function run_in_private_network() {
  const flags = allowed_namespace();
  if (!flags) return null;
  const command = [...flags, "sh", "-c", bring_up, "sh", process.execPath, ...process.argv.slice(1)];
  const child = spawn("unshare", command, { stdio: "inherit", env: { ...process.env, [inside]: "1" } });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => child.once("close", (code) => resolve(code ?? 1)));
}
