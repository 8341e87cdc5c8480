// The plugin in a host of its own, without OpenCode: what it needs of Bun is made from node, and a scenario calls its
// hooks. Usage: node plugin_host.mjs <scenario> <plugin.js> <program> <project directory>

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [scenario, plugin, program, directory] = process.argv.slice(2);

Promise.withResolvers ??= () => {
  const made = {};
  made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
  return made;
};

globalThis.Bun = {
  file: (path) => ({ exists: async () => existsSync(path) }),
  spawn([command, ...args], { cwd }) {
    const child = spawn(command, args, { cwd, stdio: ["pipe", "pipe", "ignore"] });
    child.stdin.on("error", () => {});
    const started = {
      exitCode: null,
      signalCode: null,
      stdin: { write: (text) => child.stdin.write(text), flush: () => 0, end: () => child.stdin.end() },
      stdout: child.stdout,
      kill: (signal) => child.kill(signal),
    };
    started.exited = new Promise((resolve) =>
      child.once("exit", (code, signal) => resolve(Object.assign(started, { exitCode: code, signalCode: signal }).exitCode)),
    );
    return started;
  },
};

const told = [];
const client = {
  app: { log: async ({ body }) => told.push(body.message), agents: async () => ({ data: [] }) },
  tui: { showToast: async ({ body }) => told.push(body.message) },
  session: { get: async () => ({ data: {} }), messages: async () => ({ data: [] }) },
};

async function load(binary, fail = "open") {
  const text = readFileSync(plugin, "utf8").replace("@HIVEMIND_BINARY@", binary).replace("@HIVEMIND_FAIL@", fail);
  const copy = join(directory, "plugin_copy.mjs");
  writeFileSync(copy, text);
  return (await import(pathToFileURL(copy))).default.server({ client, directory });
}

const until = async (holds) => {
  for (let i = 0; i < 1500; i += 1) {
    if (holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.fail(`waited in vain for ${holds}`);
};
const refusal_of = (work) => work.then(() => "", (error) => error.message);

// An engine that ends at a request that holds `at`, and answers all others; it keeps what it was asked.
function ending_engine(at) {
  const file = join(directory, "engine.sh");
  const asked = join(directory, "asked");
  writeFileSync(asked, "");
  writeFileSync(
    file,
    `#!/bin/sh
while read -r line; do
  printf '%s\\n' "$line" >> ${asked}
  id=\${line#*\\"id\\":\\"}; id=\${id%%\\"*}
  case "$line" in
    *${at}*) exit 3 ;;
    *'"hook":"hello"'*) printf '{"id":"%s","active":true,"fail":"closed"}\\n' "$id" ;;
    *'"hook":"tool.execute.before"'*) printf '{"id":"%s","verdict":"allow"}\\n' "$id" ;;
    *) printf '{"id":"%s"}\\n' "$id" ;;
  esac
done
`,
  );
  chmodSync(file, 0o755);
  return { file, lines: () => readFileSync(asked, "utf8").split("\n").filter(Boolean) };
}

const scenarios = {
  // A record that ends every engine costs two of them, is given up, and that is said.
  async poisoned_record() {
    const engine = ending_engine("poison");
    const hooks = await load(engine.file);
    const done = hooks["tool.execute.after"]({ tool: "poison", sessionID: "s", callID: "c", args: {} }, { output: "x" });
    const sound = hooks["tool.execute.after"]({ tool: "sound", sessionID: "s", callID: "d", args: {} }, { output: "x" });
    await Promise.all([done, sound]);
    await until(() => engine.lines().some((line) => line.includes('"tool":"sound"')));
    await hooks["tool.execute.before"]({ tool: "read", sessionID: "s", callID: "e" }, { args: {} });
    assert.equal(engine.lines().filter((line) => line.includes("poison")).length, 2, "two engines met it");
    assert.equal(engine.lines().filter((line) => line.includes('"hook":"hello"')).length, 3, "and the third one lives");
    await until(() => told.some((text) => /gave up a request \(tool\.execute\.after\)/.test(text)));
    const messages = [{ info: { role: "user", sessionID: "s", id: "m" }, parts: [{ type: "text", text: "go on" }] }];
    await hooks["experimental.chat.messages.transform"]({}, { messages });
    const pack = engine.lines().find((line) => line.includes("messages.transform"));
    assert.match(pack, /gave up a request/, "the model is told");
    await hooks.dispose();
  },
  // A call that ends every engine gets the answer of the fail mode.
  async poisoned_call() {
    const engine = ending_engine("poison");
    const hooks = await load(engine.file);
    const refusal = await refusal_of(hooks["tool.execute.before"]({ tool: "poison", sessionID: "s", callID: "c" }, { args: {} }));
    assert.match(refusal, /fails closed/);
    assert.ok(engine.lines().filter((line) => line.includes("poison")).length <= 2);
    await hooks.dispose();
  },
  // A request that is longer than a line may be is refused in strict, and the call after it is judged.
  async too_large() {
    const hooks = await load(program);
    const call = { tool: "bash", sessionID: "s", callID: "c" };
    const refusal = await refusal_of(hooks["tool.execute.before"](call, { args: { command: "x".repeat(2_000_000) } }));
    assert.match(refusal, /WHAT: This call is too large[^]*WHY: [^]*USE INSTEAD: [^]*EVIDENCE: /);
    assert.equal(await refusal_of(hooks["tool.execute.before"](call, { args: { command: "ls" } })), "");
    await hooks.dispose();
  },
  // What is cut on its way to the engine stays well-formed, so that the call is judged and not only its size.
  async cut_content() {
    const hooks = await load(program);
    const call = { tool: "write", sessionID: "s", callID: "c" };
    const args = { filePath: join(directory, "a.txt"), content: "x" + "\u{1F600}".repeat(50_000) };
    const refusal = await refusal_of(hooks["tool.execute.before"](call, { args }));
    assert.match(refusal, /without an active task/, "it was judged");
    const odd = await refusal_of(hooks["tool.execute.before"]({ ...call, tool: "bash" }, { args: { command: "ls \ud800" } }));
    assert.match(odd, /WHAT: This call cannot be read[^]*EVIDENCE: /);
    await hooks.dispose();
  },
};

await scenarios[scenario]();
console.log("ok");
process.exit(0);
