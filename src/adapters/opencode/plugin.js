// HiveMind inside OpenCode. This file only carries: every decision comes from one native child for each project
// directory, `hivemind serve opencode`, over its standard input and output, one JSON object a line each way.
//
// It promises the host: no hook waits longer than its deadline, and no hook throws, except tool.execute.before when a
// call is refused. It has no imports and one export, because OpenCode drops a plugin that has more to load.
//
// `hivemind init` fills in the next two lines when it writes this file into a project.
const BINARY = "@HIVEMIND_BINARY@";
const FAIL = "@HIVEMIND_FAIL@";

const plugin_version = "0.1.0";
const default_deadlines_ms = { gate: 250, pack: 500, record: 250, command: 5000 };
const hello_wait_ms = 2000;
// A timer may be late because the host itself was busy: replies that have already arrived are read first.
const arrived_reply_grace_ms = 10;
const max_pending_requests = 256;
const max_line_bytes = 1024 * 1024;
// What is written into files is cut on the way to the child, which never decides by it. All else arrives whole or not at all.
const payload_names = new Set(["content", "newString", "oldString"]);
const max_payload_chars = 64 * 1024;
const max_misses_in_a_row = 3;
const max_crashes_a_minute = 8;
const rest_after_crashes_ms = 30_000;
const max_restart_delay_ms = 5000;
const end_grace_ms = 500;
const toast_again_after_ms = 60_000;
const max_sessions = 1000;
const max_outputs_shown = 2000;

const carried_events = new Set(["session.created", "session.deleted", "session.idle", "session.compacted", "session.error"]);
// OpenCode's own requests in a session; they say nothing about who works there.
const housekeeping_agents = new Set(["title", "summary", "compaction"]);
const passing_verdicts = new Set(["allow", "advise"]);
// What may run ungoverned in a project that fails closed while there is no HiveMind at all.
const harmless_tools = new Set(["read", "glob", "grep", "list", "webfetch", "todoread", "todowrite", "invalid"]);

// One child and the requests on their way to it. A request that the child did not answer is sent again, with the same
// id, to the child that replaces it.
class Engine {
  child = null;
  hello = null;
  deadlines_ms = default_deadlines_ms;
  pending = new Map();
  misses = 0;
  crashes = [];
  is_resting = false;
  restart_timer = null;
  ended = false;
  note = "";
  last_trouble = "it has not answered yet";
  ready = new Promise((resolve) => (this.settle_ready = resolve));

  constructor(directory, worktree, show_toast) {
    this.directory = directory;
    this.worktree = worktree;
    this.show_toast = show_toast;
  }

  start() {
    this.restart_timer = null;
    this.is_resting = false;
    if (this.ended || this.child) return;
    this.misses = 0;
    try {
      const options = { cwd: this.directory, stdin: "pipe", stdout: "pipe", stderr: "ignore" };
      const child = (this.child = Bun.spawn([BINARY, "serve", "opencode"], options));
      this.read_replies(child);
      child.exited.then(() => this.after_exit(child, `its process ended (${child.signalCode ?? `exit code ${child.exitCode}`})`));
    } catch (error) {
      this.settle_ready();
      this.after_exit(null, `it could not be started (${error?.code ?? error?.message ?? error})`);
      return;
    }
    this.hello_id = crypto.randomUUID();
    const input = { client: "opencode", directory: this.directory, worktree: this.worktree, plugin_version };
    this.write(to_line({ id: this.hello_id, hook: "hello", input }));
    for (const request of this.pending.values()) this.write(request.line);
  }

  async read_replies(child) {
    const decoder = new TextDecoder();
    let rest = "";
    try {
      for await (const chunk of child.stdout) {
        const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
        rest = lines.pop();
        for (const line of lines) this.take_reply(JSON.parse(line));
        if (rest.length > max_line_bytes) throw new Error("the reply has no end");
      }
    } catch {
      // Whatever writes something else than replies is not our engine any more.
      child.kill("SIGKILL");
    }
  }

  take_reply(reply) {
    if (!reply?.id) return;
    this.misses = 0;
    if (reply.toast) this.show_toast(reply.toast);
    // A project that was governed when the session began stays governed: taking its store away does not open the gate.
    if (reply.id === this.hello_id && (reply.active === true || (reply.active === false && !this.hello))) {
      this.hello = reply;
      this.deadlines_ms = { ...default_deadlines_ms, ...reply.deadline_ms };
      this.settle_ready();
    }
    this.pending.get(reply.id)?.settle(reply);
  }

  after_exit(child, trouble) {
    if (child !== this.child || this.ended) return;
    this.child = null;
    this.last_trouble = trouble;
    const now = Date.now();
    this.crashes = [...this.crashes.filter((at) => now - at < 60_000), now];
    if (child) this.remember(`HiveMind's engine was started again after ${trouble}; requests sent again: ${this.pending.size}.`);
    let delay_ms = this.crashes.length === 1 ? 0 : Math.min(max_restart_delay_ms, 50 * 2 ** (this.crashes.length - 1));
    if (this.crashes.length >= max_crashes_a_minute) {
      this.crashes = [];
      this.is_resting = true;
      delay_ms = rest_after_crashes_ms;
      this.last_trouble = `${trouble}, ${max_crashes_a_minute} times within a minute; it rests for ${rest_after_crashes_ms / 1000} s`;
      this.settle_ready();
      for (const request of [...this.pending.values()]) request.settle(null);
    }
    this.restart_timer = setTimeout(() => this.start(), delay_ms);
    if (this.is_resting) this.restart_timer.unref?.();
  }

  write(line) {
    try {
      this.child?.stdin.write(line);
      Promise.resolve(this.child?.stdin.flush()).catch(() => {});
    } catch {
      // A child that is gone takes nothing; its exit starts another, and that one gets the line.
    }
  }

  // The reply, or null when there is none within the deadline. What only records stays in the queue after its deadline,
  // so that a child that is being replaced costs no record.
  request(hook, kind, input) {
    if (this.ended || this.is_resting) return Promise.resolve(null);
    if (!this.child && !this.restart_timer) this.start();
    const id = crypto.randomUUID();
    const line = to_line({ id, hook, input });
    if (Buffer.byteLength(line) > max_line_bytes) this.last_trouble = "the request was too large";
    else if (!this.make_room()) this.last_trouble = "too many requests wait for an answer";
    else return this.send(id, line, kind);
    return Promise.resolve(null);
  }

  send(id, line, kind) {
    return new Promise((resolve) => {
      const expire = () => {
        if (!this.pending.has(id)) return;
        if (kind !== "record") this.pending.delete(id);
        resolve(null);
        this.count_miss(kind);
      };
      const timer = setTimeout(() => setTimeout(expire, arrived_reply_grace_ms), this.deadlines_ms[kind]);
      const settle = (reply) => (clearTimeout(timer), this.pending.delete(id), resolve(reply));
      this.pending.set(id, { line, kind, settle });
      this.write(line);
    });
  }

  // A record that nobody waits for any more gives way to a new request.
  make_room() {
    const is_full = this.pending.size >= max_pending_requests;
    if (is_full) [...this.pending.values()].find((request) => request.kind === "record")?.settle(null);
    return this.pending.size < max_pending_requests;
  }

  count_miss(kind) {
    if (!this.child) return;
    this.last_trouble = `no answer in ${this.deadlines_ms[kind]} ms`;
    if (++this.misses >= max_misses_in_a_row) this.child.kill("SIGKILL");
  }

  // Kept until a pack request has carried it, so that the model is shown it once.
  remember(note) {
    this.note = `${this.note} ${note}`.trim().slice(0, 1000);
  }

  take_note() {
    const { note } = this;
    this.note = "";
    return note || undefined;
  }

  async end() {
    this.ended = true;
    clearTimeout(this.restart_timer);
    this.settle_ready();
    for (const request of [...this.pending.values()]) request.settle(null);
    if (!this.child) return;
    const kill = setTimeout(() => this.child.kill("SIGKILL"), end_grace_ms);
    await Promise.allSettled([this.child.stdin.end(), this.child.exited]);
    clearTimeout(kill);
  }
}

function is_cut(name, value) {
  return payload_names.has(name) && typeof value === "string" && value.length > max_payload_chars;
}

function to_line(message) {
  return JSON.stringify(message, (name, value) => (is_cut(name, value) ? value.slice(0, max_payload_chars) : value)) + "\n";
}

// Toasts are for people: nothing waits for them, and the same one is not shown over and over.
function toaster(client) {
  const shown_at = new Map();
  return ({ message, variant = "info" }) => {
    const now = Date.now();
    if (now - (shown_at.get(message) ?? 0) < toast_again_after_ms) return;
    if (shown_at.size > 100) shown_at.clear();
    shown_at.set(message, now);
    const show = async () => client.tui.showToast({ body: { title: "HiveMind", message, variant } });
    setTimeout(() => show().catch(() => {}), 0);
  };
}

function closed_refusal(engine, tool) {
  return `WHAT: \`${tool}\` was not carried out: HiveMind did not answer in ${engine.deadlines_ms.gate} ms.
WHY: this project fails closed, so a call that HiveMind has not looked at does not run.
USE INSTEAD: the same call once more; if it stays so, run \`hivemind doctor\`, or ask the person to run \`hivemind pause\`.
EVIDENCE: HiveMind's engine: ${engine.last_trouble}.`;
}

function text_of(parts) {
  const written = parts.filter((part) => part.type === "text" && !part.synthetic);
  return written.map((part) => part.text).join("\n").slice(0, 8000);
}

// The same words for the same output each time: the provider has what stands before them in its cache.
function outline_of(output) {
  return `[HiveMind left out ${output.length} characters of a finished task's output. Call the tool again if they are needed.]`;
}

// Arguments count only when they are changed in place. What was cut on its way to the child is left as it was.
function copy_over(args, changed) {
  for (const [name, value] of Object.entries(changed)) if (!is_cut(name, args[name])) args[name] = value;
}

// What the engine wants in a hook's output: values to set, and items to add to lists.
function take_over(output, reply) {
  Object.assign(output, reply?.set);
  for (const [name, items] of Object.entries(reply?.push ?? {})) output[name].push(...items);
}

function make_hooks(engine, show_toast) {
  const sessions = new Map();
  const compacting = new Set();

  const learn = (sessionID, facts) => {
    if (!sessionID) return;
    sessions.set(sessionID, { ...sessions.get(sessionID), ...facts });
    if (sessions.size > max_sessions) sessions.delete(sessions.keys().next().value);
  };
  const who = (sessionID) => sessions.get(sessionID) ?? {};
  const is_off = () => engine.hello?.active === false;

  // Returns the text of a refusal, or nothing.
  const gate = async ({ tool, sessionID, callID }, output) => {
    const input = { tool, sessionID, callID, args: output.args, ...who(sessionID) };
    const reply = await engine.request("tool.execute.before", "gate", input);
    if (is_off()) return undefined;
    if (reply?.verdict === "block") return reply.message || `\`${tool}\` was refused by HiveMind.`;
    if (!passing_verdicts.has(reply?.verdict)) return unanswered(tool, reply);
    if (reply.args && output.args) copy_over(output.args, reply.args);
    return undefined;
  };

  // No reply, or one that says that the engine failed (its message has the four parts of a refusal).
  const unanswered = (tool, reply) => {
    if (reply) engine.last_trouble = reply.message?.split("\n")[0] ?? "its answer was no verdict";
    const refuse = (engine.hello?.fail ?? FAIL) === "closed" && (engine.hello || !harmless_tools.has(tool));
    const outcome = refuse ? "was refused" : "ran without it";
    engine.remember(`HiveMind did not answer (${engine.last_trouble}): a call of \`${tool}\` ${outcome}.`);
    const message = `HiveMind did not answer: \`${tool}\` ${outcome}. Run \`hivemind doctor\`.`;
    show_toast({ message, variant: refuse ? "error" : "warning" });
    return refuse ? (reply?.message ?? closed_refusal(engine, tool)) : undefined;
  };

  const run_own_tool = async (tool, args, { sessionID, callID, messageID, agent }) => {
    const input = { tool, sessionID, callID, messageID, args, ...who(sessionID), agent };
    const reply = await engine.request("tool", "command", input);
    if (reply) return String(reply.output ?? reply.message ?? "");
    return `HiveMind did not answer (${engine.last_trouble}). Look whether \`${tool}\` was carried out before you call it again.`;
  };

  const shape_request = async (messages) => {
    const users = messages.filter((message) => message.info.role === "user");
    const last = users.at(-1);
    if (!last) return;
    // OpenCode's own "continue" after a compaction is no prompt; the person's is further up.
    const prompt = users.map((message) => text_of(message.parts)).findLast(Boolean);
    const { sessionID, id: messageID, agent } = last.info;
    if (compacting.delete(sessionID)) return;
    const done = messages.flatMap(({ parts }) => parts.filter((part) => part.type === "tool" && part.state?.status === "completed"));
    const outputs = done.slice(-max_outputs_shown).map((part) => [part.callID, part.state.output?.length ?? 0]);
    const note = engine.take_note();
    const input = { sessionID, ...who(sessionID), agent: who(sessionID).agent ?? agent, prompt: prompt ?? "", outputs, note };
    const reply = await engine.request("messages.transform", "pack", input);
    if (!reply || reply.failed) engine.remember(`${note ?? ""} A request went out without HiveMind's context (${engine.last_trouble}).`);
    const left_out = new Set(reply?.left_out);
    for (const part of done) if (left_out.has(part.callID)) part.state.output = outline_of(part.state.output);
    if (!reply?.inject) return;
    last.parts.push({ id: `prt_${crypto.randomUUID()}`, sessionID, messageID, type: "text", text: reply.inject, synthetic: true });
  };

  const record_result = async ({ tool, sessionID, callID, args }, output) => {
    // Tools of MCP servers hand over their raw result, which has no `output`.
    const text = output.output ?? output.content?.map((item) => item.text ?? "").join("\n") ?? "";
    const result = { title: output.title, output: String(text).slice(0, 4000), metadata: { exit: output.metadata?.exit } };
    const reply = await engine.request("tool.execute.after", "record", { tool, sessionID, callID, args, ...result, ...who(sessionID) });
    if (!reply?.append) return;
    if (typeof output.output === "string") output.output += reply.append;
    else output.content?.push({ type: "text", text: reply.append });
  };

  const take_event = ({ type, properties }) => {
    if (!carried_events.has(type)) return;
    const sessionID = properties?.info?.id ?? properties?.sessionID;
    if (type === "session.created") learn(sessionID, { parentID: properties.info.parentID });
    if (type === "session.idle" || type === "session.error") compacting.delete(sessionID);
    if (type === "session.deleted") sessions.delete(sessionID);
    engine.request("event", "record", { type, properties });
  };

  // Whatever goes wrong in here stays in here; the turn goes on without HiveMind.
  const guard = (work) => async (...values) => {
    if (is_off()) return;
    try {
      await work(...values);
    } catch (error) {
      engine.remember(`HiveMind's plugin failed (${error?.message ?? error}).`);
    }
  };

  const own_tools = new Map((engine.hello?.tools ?? []).map((tool) => [tool.name, tool]));
  const as_tool = ({ name, description, parameters }) => ({
    description,
    args: parameters.properties ?? {},
    execute: (args, context) => run_own_tool(name, args, context).catch((error) => `HiveMind's plugin failed (${error}).`),
  });

  // Hooks that only show the engine something and take over what it answers.
  const asks = (hook, kind, show) =>
    guard(async (input, output) => take_over(output, await engine.request(hook, kind, { ...who(input.sessionID), ...show(input, output) })));

  return {
    dispose: () => engine.end().catch(() => {}),
    tool: Object.fromEntries([...own_tools].map(([name, tool]) => [name, as_tool(tool)])),
    // Without the whole schema OpenCode would call every argument required.
    "tool.definition": guard(({ toolID }, output) => {
      if (own_tools.has(toolID)) output.jsonSchema = own_tools.get(toolID).parameters;
    }),
    "tool.execute.before": async (input, output) => {
      if (is_off()) return;
      const refusal = await gate(input, output).catch(() => unanswered(input.tool));
      if (refusal) throw new Error(refusal);
    },
    "tool.execute.after": guard(record_result),
    "chat.message": guard(async ({ sessionID, agent }, output) => {
      learn(sessionID, { agent: agent ?? output.message.agent });
      await engine.request("chat.message", "record", { sessionID, text: text_of(output.parts), ...who(sessionID) });
    }),
    "chat.params": guard(({ sessionID, agent, model }) => {
      if (!housekeeping_agents.has(agent)) learn(sessionID, { agent, window: model?.limit?.context });
    }),
    "experimental.chat.messages.transform": guard((_, output) => shape_request(output.messages)),
    "experimental.chat.system.transform": asks("system.transform", "pack", ({ sessionID }) => ({ sessionID })),
    "experimental.session.compacting": asks("session.compacting", "pack", ({ sessionID }) => {
      compacting.add(sessionID);
      return { sessionID };
    }),
    event: guard(({ event }) => take_event(event)),
  };
}

// OpenCode calls this once for each directory, all in one process, and again after dispose: no state outlives a call.
async function server({ client, directory, worktree }) {
  const show_toast = toaster(client);
  const engine = new Engine(directory, worktree, show_toast);
  engine.start();
  const waited = setTimeout(engine.settle_ready, hello_wait_ms);
  await engine.ready;
  clearTimeout(waited);
  if (engine.hello?.active === false) {
    await engine.end().catch(() => {});
    return {};
  }
  const message = `HiveMind does not run here: ${engine.last_trouble}. Run \`hivemind doctor\`.`;
  if (!engine.hello) show_toast({ message, variant: "error" });
  return make_hooks(engine, show_toast);
}

export default { id: "hivemind", server };
