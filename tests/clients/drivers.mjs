// The four clients behind one face: how each is prepared, what it calls reading, writing, editing, running a command,
// handing work to a stock subagent and calling a tool of ours, how one turn is made and a session compacted. What a
// neutral call becomes may be several calls, made one after the other (Codex waits for the agent it started).

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import { claude_code, codex, gemini } from "./hook_clients.mjs";
import { LongLived } from "./long_lived.mjs";
import { Server } from "./opencode_server.mjs";
import { start_program } from "./processes.mjs";

const turn_deadline_ms = 300_000;

// Where `keeps_injected` is set, what hooks put before the model becomes part of the conversation, and nothing of it can be
// taken out of a request later.

// Each of `calls` gets the folder that the client works in, so that a path can be written as the client wants it.
const at = (folder, file) => (isAbsolute(file) ? file : resolve(folder, file));

const opencode = {
  client: "opencode",
  title: "OpenCode",
  prepare() {},
  calls: {
    read: (folder, { file }) => [{ name: "read", args: { filePath: at(folder, file) } }],
    write: (folder, { file, text }) => [{ name: "write", args: { filePath: at(folder, file), content: text } }],
    edit: (folder, { file, old, new: now }) => [{ name: "edit", args: { filePath: at(folder, file), oldString: old, newString: now } }],
    shell: (_, { command }) => [{ name: "bash", args: { command, description: "A command" } }],
    delegate: (_, { prompt }) => [{ name: "task", args: { description: "A part of the work", prompt, subagent_type: "general" } }],
    own: (_, { tool, args }) => [{ name: tool, args }],
  },
  // One process for all turns, as a person has it, until end() is called.
  async turn(world, prompt, { session, folder }) {
    world.servers ??= new Map();
    if (!world.servers.has(folder)) world.servers.set(folder, await Server.start({ ...world, project: folder }));
    const server = world.servers.get(folder);
    session ??= (await server.ask("POST", "/session", {})).id;
    await server.prompt(session, prompt);
    return session;
  },
  async compact(world, { session, folder }) {
    const server = world.servers.get(folder);
    await server.ask("POST", `/session/${session}/summarize`, { providerID: "fake", modelID: "scripted" });
  },
  async end(world) {
    for (const server of world.servers?.values() ?? []) await server.end();
    world.servers = new Map();
  },
};

// A client that is started for each turn and takes up its session again: it has no way to hear a second prompt.
function by_process(client, again) {
  return {
    async turn(world, prompt, { session, folder }) {
      const command = session ? again(prompt) : client.command(prompt);
      const env = { ...client.environment(world), PWD: folder };
      const result = await start_program(command, { cwd: folder, env }, turn_deadline_ms).ended;
      if (result.timed_out || result.code !== 0) {
        throw new Error(`${client.title} ended with ${result.timed_out ? "its deadline" : result.code}\nstdout: ${result.stdout.slice(-2000)}\nstderr: ${result.stderr.slice(-2000)}`);
      }
      return "latest";
    },
    async end() {},
  };
}

const claude_driver = {
  ...claude_code,
  keeps_injected: true,
  calls: {
    read: (folder, { file }) => [{ name: "Read", args: { file_path: at(folder, file) } }],
    write: (folder, { file, text }) => [{ name: "Write", args: { file_path: at(folder, file), content: text } }],
    edit: (folder, { file, old, new: now }) => [{ name: "Edit", args: { file_path: at(folder, file), old_string: old, new_string: now } }],
    shell: (_, { command }) => [{ name: "Bash", args: { command, description: "A command" } }],
    delegate: (_, { prompt }) => [{ name: "Agent", args: { description: "A part of the work", prompt, subagent_type: "general-purpose", run_in_background: false } }],
    own: (_, { tool, args }) => [{ name: `mcp__hivemind__${tool}`, args }],
  },
  // One process for all turns of a session, as a person has it.
  async turn(world, prompt, { session, folder }) {
    const found = world.processes?.get(session);
    const client = found ?? LongLived.start(claude_lines(session), { cwd: folder, env: { ...claude_code.environment(world), PWD: folder } });
    const ended = client.hear(({ type }) => type === "result", turn_deadline_ms);
    client.say({ type: "user", message: { role: "user", content: [{ type: "text", text: prompt }] } });
    const { session_id } = await ended;
    (world.processes ??= new Map()).set(session_id, client);
    return session_id;
  },
  compact: (world, place) => claude_driver.turn(world, "/compact", place),
  end: end_processes,
};

// The client's own words for what it may do, without a prompt.
function claude_lines(session) {
  const [program, flag, , ...more] = claude_code.command("");
  return [program, flag, "--input-format", "stream-json", ...more, ...(session ? ["--resume", session] : [])];
}

async function end_processes(world) {
  for (const client of new Set(world.processes?.values() ?? [])) await client.end();
  world.processes = new Map();
}

// The lines of a file that hold `old`, as a hunk of Codex's patch.
function patch_of(folder, { file, old, new: now }) {
  const path = at(folder, file);
  const text = existsSync(path) ? readFileSync(path, "utf8") : old;
  const begin = text.lastIndexOf("\n", text.indexOf(old)) + 1;
  const after = text.indexOf("\n", text.indexOf(old) + old.length);
  const lines = text.slice(begin, after < 0 ? undefined : after);
  const hunk = (mark, part) => part.split("\n").map((line) => mark + line).join("\n");
  return `*** Begin Patch\n*** Update File: ${file}\n@@\n${hunk("-", lines)}\n${hunk("+", lines.replace(old, () => now))}\n*** End Patch\n`;
}

// Writing a file that is there: the client's tool adds files and changes them, and a new text is neither.
function written_patch(folder, { file, text }) {
  const path = at(folder, file);
  const added = text.replace(/\n$/, "").split("\n").map((line) => `+${line}`).join("\n");
  if (!existsSync(path)) return `*** Begin Patch\n*** Add File: ${file}\n${added}\n*** End Patch\n`;
  const removed = readFileSync(path, "utf8").replace(/\n$/, "").split("\n").map((line) => `-${line}`).join("\n");
  return `*** Begin Patch\n*** Update File: ${file}\n@@\n${removed}\n${added}\n*** End Patch\n`;
}

const codex_driver = {
  ...codex,
  keeps_injected: true,
  prepare(world) {
    codex.prepare(world);
    const file = join(world.home, ".codex/config.toml");
    writeFileSync(file, readFileSync(file, "utf8").replace("[features]\n", "[features]\nmulti_agent_v2 = true\n"));
  },
  calls: {
    read: (_, { file }) => [{ name: "exec_command", args: { cmd: `cat ${file}` } }],
    write: (folder, call) => [{ name: "apply_patch", input: written_patch(folder, call) }],
    edit: (folder, call) => [{ name: "apply_patch", input: patch_of(folder, call) }],
    shell: (_, { command }) => [{ name: "exec_command", args: { cmd: command } }],
    delegate: (_, { prompt }, number) => [
      { name: "spawn_agent", namespace: "collaboration", args: { task_name: `part_${number}`, message: prompt, fork_turns: "none" } },
      { name: "wait_agent", namespace: "collaboration", args: { timeout_ms: 60_000 } },
    ],
    own: (_, { tool, args }) => [{ name: tool, namespace: "mcp__hivemind", args }],
  },
  // Its own server is what its screens speak with: one process for all turns.
  async turn(world, prompt, { session, folder }) {
    const { server, thread } = await codex_thread(world, session, folder);
    const ended = server.hear(({ method, params }) => method === "turn/completed" && params.threadId === thread, turn_deadline_ms);
    await ask_codex(server, "turn/start", { threadId: thread, input: [{ type: "text", text: prompt }] });
    const { params } = await ended;
    if (params.turn.status !== "completed") throw new Error(`Codex ended the turn as ${JSON.stringify(params.turn).slice(0, 1000)}`);
    return thread;
  },
  async compact(world, { session, folder }) {
    const { server, thread } = await codex_thread(world, session, folder);
    const ended = server.hear(({ method, params }) => method === "turn/completed" && params.threadId === thread, turn_deadline_ms);
    await ask_codex(server, "thread/compact/start", { threadId: thread });
    await ended;
  },
  end: end_processes,
};

async function ask_codex(server, method, params) {
  const id = (server.asked = (server.asked ?? 0) + 1);
  const answered = server.hear((message) => message.id === id, turn_deadline_ms);
  server.say({ id, method, params });
  const { result, error } = await answered;
  if (error) throw new Error(`Codex refused ${method}: ${JSON.stringify(error)}`);
  return result;
}

// The session's server and thread; a session that an earlier server left is taken up again.
async function codex_thread(world, session, folder) {
  world.processes ??= new Map();
  let server = world.processes.get(folder);
  if (!server) {
    server = LongLived.start([codex.program, "app-server"], { cwd: folder, env: { ...codex.environment(world), PWD: folder } });
    server.threads = new Set();
    world.processes.set(folder, server);
    await ask_codex(server, "initialize", { clientInfo: { name: "hivemind-tests", version: "1" }, capabilities: { experimentalApi: true } });
    server.say({ method: "initialized" });
  }
  if (session && server.threads.has(session)) return { server, thread: session };
  const { thread } = await ask_codex(server, session ? "thread/resume" : "thread/start", session ? { threadId: session, cwd: folder } : { cwd: folder });
  server.threads.add(thread.id);
  return { server, thread: thread.id };
}

const gemini_driver = {
  ...gemini,
  // After thirty calls it asks a model whether they go round in circles.
  prepare(world) {
    gemini.prepare(world);
    const file = join(world.home, ".gemini/settings.json");
    const settings = JSON.parse(readFileSync(file, "utf8"));
    writeFileSync(file, JSON.stringify({ ...settings, model: { disableLoopDetection: true } }));
  },
  calls: {
    read: (folder, { file }) => [{ name: "read_file", args: { file_path: at(folder, file) } }],
    write: (folder, { file, text }) => [{ name: "write_file", args: { file_path: at(folder, file), content: text } }],
    edit: (folder, { file, old, new: now }) => [{ name: "replace", args: { file_path: at(folder, file), instruction: "Make the change.", old_string: old, new_string: now } }],
    shell: (_, { command }) => [{ name: "run_shell_command", args: { command, description: "A command" } }],
    delegate: (_, { prompt }) => [{ name: "invoke_agent", args: { agent_name: "generalist", prompt } }],
    own: (_, { tool, args }) => [{ name: `mcp_hivemind_${tool}`, args }],
  },
  // Its subagents end with a call.
  agent_says: (response) => ({ calls: [{ name: "complete_task", args: { result: { response } } }] }),
  ...by_process(gemini, (prompt) => gemini.command(prompt, ["--resume", "latest"])),
};

export const drivers = { opencode, "claude-code": claude_driver, codex: codex_driver, gemini: gemini_driver };

// The clients that --client names: one, several with commas, or all.
export function drivers_named(names) {
  if (names === "all") return Object.values(drivers);
  return names.split(",").map((name) => {
    if (!drivers[name]) throw new Error(`--client ${name}: there is opencode, claude-code, codex, gemini and all.`);
    return drivers[name];
  });
}

// What `hivemind init` puts there for the client. As a person: the word "opencode" among the arguments of the program that
// runs this makes it look like a client.
export async function wire_driver(world, driver, mode) {
  await world.as_person("init", "--client", driver.client, "--mode", mode, "--yes");
}
