// OpenCode's own screen: the client in a terminal of its own, and the words it has shown there so far.

import { spawn } from "node:child_process";
import { client_environment, opencode_binary, run_deadline_ms } from "./opencode.mjs";
import { end_family } from "./processes.mjs";

const columns = 160;
const rows = 50;

// What moves the cursor or colours the text parts words; the words themselves are written in one piece each.
export function words_on(screen) {
  return screen
    .replace(/\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)/g, " ")
    .replace(/\x1b\[[0-9;?]*[ -/]*[@-~]/g, " ")
    .replace(/\s+/g, " ");
}

// Starts the client with a prompt and waits until its screen has shown `pattern`; answers all words shown.
export async function watch_screen({ home, project }, prompt, pattern) {
  const command = `stty rows ${rows} cols ${columns}; exec ${opencode_binary} --prompt ${prompt}`;
  const environment = { ...client_environment(home, project), TERM: "xterm-256color", SHELL: "/bin/sh" };
  const child = spawn("script", ["-qfec", command, "/dev/null"], { cwd: project, env: environment, stdio: ["pipe", "pipe", "ignore"] });
  let screen = "";
  child.stdout.setEncoding("utf8").on("data", (text) => (screen += text));
  const end = Date.now() + run_deadline_ms;
  while (Date.now() < end && child.exitCode === null && !pattern.test(words_on(screen))) {
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  // With its terminal gone the client ends too; until then it writes into the project.
  await end_family(child.pid);
  return words_on(screen);
}
