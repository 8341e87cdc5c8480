// HiveMind inside OpenCode. This file only carries: every decision comes from one native child for each project
// directory, `hivemind serve opencode`, over its standard input and output, one JSON object a line each way.
// It promises the host: no hook waits longer than its deadline, and no hook throws, except tool.execute.before when a
// call is refused. It has no imports and one export, because OpenCode drops a plugin that has more to load.
// `hivemind init` fills in the next two lines. FAIL is open, closed, or project: as the mark beside its store says.
const BINARY = "@HIVEMIND_BINARY@";
const FAIL = "@HIVEMIND_FAIL@";
const plugin_version = "0.1.0";
const default_deadlines_ms = { gate: 250, pack: 500, record: 250, command: 5000, shell: 125_000 };
// `arrived_reply`: a timer may be late because the host itself was busy; replies that have arrived are read first.
const wait_ms = { hello: 5000, arrived_reply: 10, rest: 30_000, longest_restart: 5000, orders: 2000, end: 500, same_toast: 60_000 };
const most = { pending: 256, line_bytes: 1 << 20, payload_chars: 1 << 16, misses_in_a_row: 3, crashes_a_minute: 8, sessions: 1000, outputs: 2000, said: 6 };
// What is written into files is cut on the way to the child, which never decides by it. All else arrives whole, or as too large.
const payload_names = new Set(["content", "newString", "oldString"]);
const carried_events = new Set(["session.created", "session.deleted", "session.idle", "session.compacted", "session.error", "file.edited", "permission.asked"]);
// OpenCode's own requests in a session; they say nothing about who works there.
const housekeeping_agents = new Set(["title", "summary", "compaction"]);
// Tools of ours that may take long. A child answers one request after the other, so these get a child of their own.
const long_tools = new Set(["govern_shell", "hivemind_scan", "hivemind_codemap", "hivemind_inspect", "hivemind_find"]);
const is_long = (tool, args) => long_tools.has(tool) || (tool === "hivemind" && /^(hivemind )?(govern_|hivemind_)?(shell|scan|codemap|inspect|find)\b/.test(args?.command ?? ""));
const is_shell = (tool, args) => tool === "govern_shell" || (tool === "hivemind" && /^(hivemind )?(govern_)?shell\b/.test(args?.command ?? ""));
// What may run ungoverned in a project that fails closed while there is no HiveMind at all.
const harmless_tools = new Set(["read", "glob", "grep", "list", "webfetch", "todoread", "todowrite", "invalid"]);
// What OpenCode has read from its environment, which it does before it loads plugins. It lies with the work that calls a hook.
const host_flags = (flags = globalThis["~effect/Fiber/currentFiber"]?.context?.mapUnsafe?.get?.("@opencode/RuntimeFlags")) => (Object.isFrozen(flags) ? undefined : flags);
// Which copy of this plugin governs a directory in this process: the one that was loaded last; others stand aside.
const governed = (globalThis[Symbol.for("hivemind")] ??= new Map());

// One child and the requests on their way to it. What it did not answer is sent again, once, as it was, to its successor.
class Engine {
  pending = new Map(); met = new Set(); // the hooks that came
  crashes = []; misses = 0; note = ""; last_trouble = "it has not answered yet";
  ready = new Promise((resolve) => (this.settle_ready = resolve));
  constructor(directory, tell, deadlines_ms = default_deadlines_ms) { Object.assign(this, { directory, tell, deadlines_ms }); }

  start() {
    if (this.ended || this.child) return;
    Object.assign(this, { restart_timer: undefined, is_resting: false, misses: 0 });
    try {
      const child = (this.child = Bun.spawn([BINARY, "serve", "opencode"], { cwd: this.directory, stdin: "pipe", stdout: "pipe", stderr: "ignore" }));
      const replies = this.read_replies(child);
      child.exited.then(() => within(wait_ms.orders, replies)).then(() => this.after_exit(child, `its process ended (${child.signalCode ?? `exit code ${child.exitCode}`})`));
    } catch (error) {
      if (error?.code === "ENOENT") this.settle_ready(); // all else may pass, as a program that is just being replaced
      return this.after_exit(undefined, `it could not be started (${error?.code ?? error?.message ?? error})`);
    }
    this.write(to_line({ id: (this.hello_id = crypto.randomUUID()), hook: "hello", input: { directory: this.directory, plugin_version, met: [...this.met] } }));
    for (const request of this.pending.values()) this.write(request.line);
  }

  async read_replies(child) {
    let [decoder, rest] = [new TextDecoder(), ""];
    try {
      for await (const chunk of child.stdout) {
        const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
        rest = lines.pop();
        for (const line of lines) this.take_reply(JSON.parse(line));
        if (rest.length > most.line_bytes) throw new Error("the reply has no end");
      }
    } catch { // whatever writes something else than replies is not our engine any more
      child.kill("SIGKILL");
    }
  }

  take_reply(reply) {
    if (!reply?.id) return;
    this.misses = 0;
    if (reply.toast) this.tell.toast(reply.toast);
    for (const order of reply.orders ?? []) this.follow_order?.(order);
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
    Object.assign(this, { child: undefined, last_trouble: trouble });
    this.crashes = [...this.crashes.filter((at) => Date.now() - at < 60_000), Date.now()];
    // A child answers calls first and all else in order, so this is what it ended at. No request costs a third child.
    const last = [...this.pending.values()].find(({ kind }) => kind === "gate") ?? this.pending.values().next().value;
    if (child && last && last.ended_children++) last.settle(null), this.remember(`HiveMind gave up a request (${last.hook}): two engines ended at it.`);
    if (child) this.remember(`HiveMind's engine was started again after ${trouble}; requests sent again: ${this.pending.size}.`);
    let delay_ms = this.crashes.length === 1 ? 0 : Math.min(wait_ms.longest_restart, 50 * 2 ** (this.crashes.length - 1));
    if (this.crashes.length >= most.crashes_a_minute) {
      delay_ms = wait_ms.rest;
      this.last_trouble += `, ${most.crashes_a_minute} times within a minute; it rests for ${wait_ms.rest / 1000} s`;
      Object.assign(this, { crashes: [], is_resting: true });
      this.answer_nobody();
    }
    this.restart_timer = setTimeout(() => this.start(), delay_ms).unref();
  }

  // A child that is gone takes nothing; its exit starts another, and that one gets the line.
  write(line) {
    try {
      this.child?.stdin.write(line);
      Promise.resolve(this.child?.stdin.flush()).catch(() => {});
    } catch {}
  }

  // The reply, or null when none came in time. A record stays in the queue: a child that is being replaced costs none.
  request(hook, kind, input) {
    this.met.add(hook);
    if (this.ended || this.is_resting) return Promise.resolve(null);
    if (!this.child && !this.restart_timer) this.start();
    const id = crypto.randomUUID();
    let line = to_line({ id, hook, input });
    if (Buffer.byteLength(line) > most.line_bytes) line = to_line({ id, hook, input: { ...named(input), too_large: Buffer.byteLength(line) } });
    // A record that nobody waits for any more gives way to a new request.
    if (this.pending.size >= most.pending) [...this.pending.values()].find((request) => request.kind === "record")?.settle(null);
    if (this.pending.size < most.pending) return this.send(id, hook, line, kind);
    this.last_trouble = "too many requests wait for an answer";
    return Promise.resolve(null);
  }

  send(id, hook, line, kind) {
    const { promise, resolve } = Promise.withResolvers();
    const expire = () => {
      if (!this.pending.has(id)) return;
      if (kind !== "record") this.pending.delete(id);
      resolve(null);
      if (!this.child) return;
      this.last_trouble = `no answer in ${this.deadlines_ms[kind]} ms`;
      if (++this.misses >= most.misses_in_a_row) this.child.kill("SIGKILL");
    };
    const timer = setTimeout(() => setTimeout(expire, wait_ms.arrived_reply), this.deadlines_ms[kind]);
    const settle = (reply) => (clearTimeout(timer), this.pending.delete(id), resolve(reply));
    this.pending.set(id, { hook, line, kind, settle, ended_children: 0 });
    this.write(line);
    return promise;
  }

  // Kept until a pack request has carried it, so that the model is shown it once.
  remember(note) {
    this.note = `${this.note} ${note}`.trim().slice(0, 1000);
    this.tell.log("warn", note);
  }

  answer_nobody() {
    this.settle_ready();
    for (const request of [...this.pending.values()]) request.settle(null);
  }

  async end() {
    this.ended = true;
    clearTimeout(this.restart_timer);
    this.answer_nobody();
    await within(wait_ms.end, Promise.allSettled([this.child?.stdin.end(), this.child?.exited]));
    this.child?.kill("SIGKILL");
  }
}

const keep_some = (map) => map.size > most.sessions && map.delete(map.keys().next().value);
const is_cut = (name, value) => payload_names.has(name) && typeof value === "string" && value.length > most.payload_chars;
const to_line = (message) => JSON.stringify(message, (name, value) => (is_cut(name, value) ? value.slice(0, most.payload_chars).toWellFormed() : value)) + "\n";
const named = ({ tool, sessionID, callID, parentID, agent }) => ({ tool: String(tool).slice(0, 100), sessionID, callID, parentID, agent });
const key_of = ({ sessionID, callID }) => `${sessionID} ${callID}`; // some models number their calls anew in every session
// What people are told: on the screen, the same words not over and over, and in OpenCode's log. Nothing waits for it.
function herald(client) {
  const shown_at = new Map();
  const later = (work) => setTimeout(() => work().catch(() => {}), 0);
  const log = (level, message) => later(async () => client.app.log({ body: { service: "hivemind", level, message: `HiveMind: ${message}` } }));
  const toast = ({ message, variant = "info" }) => {
    if (Date.now() - (shown_at.get(message) ?? 0) < wait_ms.same_toast) return;
    keep_some(shown_at.set(message, Date.now()));
    log({ warning: "warn", error: "error" }[variant] ?? "info", message);
    later(async () => client.tui.showToast({ body: { title: "HiveMind", message, variant } }));
  };
  return { toast, log };
}

const closed_refusal = (engine, tool) => `WHAT: \`${tool}\` was not carried out: HiveMind did not answer in ${engine.deadlines_ms.gate} ms.
WHY: this project fails closed, so a call that HiveMind has not looked at does not run.
USE INSTEAD: the same call once more; if it stays so, run \`hivemind doctor\`, or ask the person to run \`hivemind pause\`.
EVIDENCE: HiveMind's engine: ${engine.last_trouble}.`;
// What somebody wrote, without what was put beside it.
const text_of = (parts, most_chars = 8000) => parts.flatMap((part) => (part.type === "text" && !part.synthetic ? [part.text] : [])).join("\n").slice(0, most_chars);
// What `work` comes to, or nothing when it takes too long or fails.
const within = (limit_ms, work) => Promise.race([work.catch(() => {}), new Promise((resolve) => setTimeout(resolve, limit_ms).unref?.())]);
// What the engine wants in a hook's output: values to set, and items to add to lists.
function take_over(output, reply) {
  Object.assign(output, reply?.set);
  for (const [name, items] of Object.entries(reply?.push ?? {})) output[name].push(...items);
}
// What the engine wants done through OpenCode itself; nothing waits for it but the end of the plugin.
function follow_orders(engine, client, agent_of) {
  const under_way = new Map();
  // With those that we opened for it: OpenCode ends by itself what its own tool has started, and nothing else.
  const abort = async ({ session: id }) => {
    await client.session.abort({ path: { id } });
    const [{ data: children }, { data: busy }] = await Promise.all([client.session.children({ path: { id } }), client.session.status()]);
    for (const child of children) if (busy[child.id]) await abort({ session: child.id });
  };
  const open = async ({ session, title, text }) => {
    const { data: fresh } = await client.session.create({ body: { title } });
    await client.session.prompt({ path: { id: fresh.id }, body: { noReply: true, agent: agent_of(session), parts: [{ type: "text", text, synthetic: true }] } });
    await engine.request("event", "command", { type: "session.split", properties: { sessionID: session, fresh: fresh.id } });
    await client.tui.publish({ body: { type: "tui.session.select", properties: { sessionID: fresh.id } } });
  };
  const research = async ({ session, title, text }) => {
    const { data: child } = await client.session.create({ body: { parentID: session, title } });
    await client.session.prompt({ path: { id: child.id }, body: { parts: [{ type: "text", text }] } });
  };
  engine.follow_order = (order) => {
    if (order.order === "log") return engine.tell.log(order.level, order.message);
    const name = `${order.order} ${order.swarm ?? order.session}`;
    if (under_way.has(name)) return;
    const done = { abort, open, research }[order.order](order).catch((error) => engine.remember(`HiveMind could not ${name} (${error?.message ?? error}).`));
    under_way.set(name, done.finally(() => under_way.delete(name)));
  };
  return () => Promise.allSettled(under_way.values());
}

function make_hooks(engine, client) {
  // `compacting`: sessions that are being summarised, true until the request for the summary was made. `judged`: calls as
  // they were judged, until hivemind-last.js asks about them; what comes between may have changed them.
  // `placed`: what stands where in a session's requests, for one that the engine does not answer in time.
  const [sessions, said, compacting, judged, placed] = [new Map(), new Map(), new Map(), new Map(), new Map()];
  const here = { throws_last: false, come_last: () => !here.throws_last && (here.throws_last = true) && { "tool.execute.before": judge_last } };
  governed.set(engine.directory, here);
  let last_event = Promise.resolve();
  const who = (sessionID) => sessions.get(sessionID) ?? {};
  const learn = (sessionID, facts) => sessionID && keep_some(sessions.set(sessionID, { ...who(sessionID), ...facts }));
  const orders_done = follow_orders(engine, client, (sessionID) => who(sessionID).agent);
  // The last words of a session: what a fresh one opens with, and the answer that a turn ended with.
  const hear = (sessionID, from, text) => text && keep_some(said.set(sessionID, [...(said.get(sessionID) ?? []), [from, text.slice(0, 20_000)]].slice(-most.said)));
  const is_off = () => engine.hello?.active === false || governed.get(engine.directory) !== here;

  const gate = async ({ tool, sessionID, callID }, output, again) => {
    const flags = host_flags();
    const host = { background: flags?.experimentalBackgroundSubagents, ends_with_turn: process.argv.includes("run") };
    if (tool === "task") host.agents = (await within(wait_ms.orders, client.app.agents()))?.data?.map(({ name }) => name);
    const reply = await engine.request("tool.execute.before", "gate", { tool, sessionID, callID, args: output.args, again, ...host, ...who(sessionID) });
    if (is_off()) return;
    if (reply?.verdict === "block") return reply.message || `\`${tool}\` was refused by HiveMind.`;
    if (!["allow", "advise"].includes(reply?.verdict)) return unanswered(tool, reply);
    try { Object.assign(flags ?? {}, reply.flags); } catch {}
    // Arguments count only when they are changed in place. What was cut on its way to the child is left as it was.
    for (const [name, value] of Object.entries(reply.args ?? {})) if (!is_cut(name, output.args[name])) output.args[name] = value;
  };
  const judge = async (...call) => (is_off() ? "" : gate(...call).catch(() => unanswered(call[0].tool)));
  const judge_last = async (input, output) => {
    const call = judged.get(key_of(input));
    // Asked before hivemind.js, against all order: then that one throws by itself.
    here.throws_last = here.is_last = judged.delete(key_of(input)) || here.is_last;
    // Changed since, or one of two under one id: what is judged is what runs.
    const refusal = call?.args === JSON.stringify(output.args) ? call.refusal : await judge(input, output, true);
    if (refusal) throw new Error(refusal);
  };
  // No reply, or one that says that the engine failed (its message has the four parts of a refusal).
  const unanswered = (tool, reply) => {
    if (reply) engine.last_trouble = reply.message?.split("\n")[0] ?? "its answer was no verdict";
    const refuse = (engine.hello?.fail ?? engine.fail) === "closed" && (engine.hello || !harmless_tools.has(tool));
    const outcome = refuse ? "was refused" : "ran without it";
    engine.remember(`HiveMind did not answer (${engine.last_trouble}): a call of \`${tool}\` ${outcome}.`);
    engine.tell.toast({ message: `HiveMind did not answer: \`${tool}\` ${outcome}. Run \`hivemind doctor\`.`, variant: refuse ? "error" : "warning" });
    return refuse ? (reply?.message ?? closed_refusal(engine, tool)) : undefined;
  };
  const run_own_tool = async (tool, args, { sessionID, callID, agent }) => {
    const [input, kind] = [{ tool, sessionID, callID, args, ...who(sessionID), agent }, is_shell(tool, args) ? "shell" : "command"];
    const apart = is_long(tool, args) && Object.assign(new Engine(engine.directory, engine.tell, engine.deadlines_ms), { met: engine.met });
    const reply = await (apart ? apart.request("tool", kind, input).finally(() => apart.end()) : engine.request("tool", kind, input));
    if (reply) return String(reply.output ?? reply.message ?? "");
    return `HiveMind did not answer (${engine.last_trouble}). Look whether \`${tool}\` was carried out before you call it again.`;
  };

  const shape_request = async (messages) => {
    const [users, answers] = ["user", "assistant"].map((role) => messages.filter(({ info }) => info.role === role));
    const last = users.at(-1);
    if (!last) return;
    // OpenCode's own "continue" after a compaction is no prompt; the person's is further up.
    const said_last = users.findLast((message) => text_of(message.parts));
    const { sessionID, id: messageID, agent } = last.info;
    if (compacting.get(sessionID)) return compacting.set(sessionID, false);
    const done = messages.flatMap(({ parts }) => parts.filter((part) => part.type === "tool" && part.state?.status === "completed"));
    const outputs = done.slice(-most.outputs).map((part) => [part.callID, part.state.output?.length ?? 0]);
    // What text can stand behind is a message of the person's, or the result of a call that did not fail.
    const tail = messages.at(-1).parts.findLast((part) => part.type === "tool");
    const newest = messages.at(-1) === last ? messageID : done.includes(tail) ? tail.callID : undefined;
    const [note] = newest ? [engine.note || undefined, (engine.note = "")] : [];
    const prompt = { messageID: said_last?.info.id, prompt: text_of(said_last?.parts ?? []), prompts: users.map(({ info }) => info.id), newest };
    const input = { sessionID, ...who(sessionID), agent: who(sessionID).agent ?? agent, ...prompt, outputs, answer: answers.at(-1)?.info, note };
    const reply = await engine.request("messages.transform", "pack", input);
    if (!reply || reply.failed) engine.remember(`${note ?? ""} A request went out without HiveMind's newest context (${engine.last_trouble}).`);
    const left_out = new Set(reply?.left_out);
    // The same words for the same output each time: the provider has what stands before them in its cache.
    for (const { state } of done.filter((part) => left_out.has(part.callID)))
      state.output = `[HiveMind left out ${state.output.length} characters of an old output. Call the tool again if they are needed.]`;
    const show = ({ info, parts }) => (text) => parts.push({ id: `prt_${crypto.randomUUID()}`, sessionID, messageID: info.id, type: "text", text, synthetic: true });
    [reply?.inject, reply?.checklist].filter(Boolean).forEach(show(last));
    if (reply?.placed) keep_some(placed.set(sessionID, reply.placed));
    for (const [place, ...texts] of placed.get(sessionID) ?? []) {
      for (const part of done.filter(({ callID }) => callID === place).slice(0, 1)) part.state.output += `\n\n${texts.join("\n")}`;
      for (const message of users.filter(({ info }) => info.id === place)) texts.forEach(show(message));
    }
  };

  const record_result = async ({ tool, sessionID, callID, args }, output) => {
    // Tools of MCP servers hand over their raw result, which has no `output`.
    const text = output.output ?? output.content?.map((item) => item.text ?? "").join("\n") ?? "";
    const result = { title: output.title, output: String(text).slice(-4000).replace(/^[\udc00-\udfff]/, ""), metadata: { exit: output.metadata?.exit, sessionId: output.metadata?.sessionId } };
    const reply = await engine.request("tool.execute.after", "record", { tool, sessionID, callID, args, ...result, ...who(sessionID) });
    const added = reply?.append ?? "";
    if (typeof output.output === "string") output.output = (reply?.replace ?? output.output) + added;
    else if (reply?.replace) output.content = [{ type: "text", text: reply.replace + added }];
    else if (added) output.content?.push({ type: "text", text: added });
  };

  // Once for each answer that came to its end; OpenCode tells of it several times. A summary is no answer.
  const count_tokens = ({ id, role, sessionID, tokens, time, summary }) => {
    if (role !== "assistant" || summary || !time?.completed || who(sessionID).counted === id) return;
    learn(sessionID, { counted: id });
    engine.request("event", "record", { type: "message.updated", ...who(sessionID), properties: { sessionID, info: { tokens }, contextWindow: who(sessionID).window } });
  };
  const take_event = ({ type, properties }) => {
    if (type === "message.updated") return count_tokens(properties.info);
    const sessionID = properties?.info?.id ?? properties?.sessionID;
    // An update comes with every change of a session, and so also where its creation was missed.
    if (["session.created", "session.updated"].includes(type)) learn(sessionID, { parentID: properties.info.parentID });
    if (!carried_events.has(type)) return;
    if (type !== "session.created") compacting.delete(sessionID);
    if (type === "session.deleted") [sessions, said, placed].forEach((kept) => kept.delete(sessionID));
    if (type === "session.idle") properties = { ...properties, messages: said.get(sessionID) };
    last_event = engine.request("event", "record", { type, ...who(sessionID), properties });
  };
  // Whatever goes wrong in here stays in here; the turn goes on without HiveMind.
  const guard = (work) => async (...values) =>
    is_off() || (async () => work(...values))().catch((error) => engine.remember(`HiveMind's plugin failed (${error?.message ?? error}).`));
  // A title or a summary is asked for with the prompt of an agent of OpenCode's own.
  const agents = () => (here.agents ??= within(wait_ms.orders, client.app.agents()).then((told) => told?.data ?? []));
  const is_housekeeping = async (system) => (await agents()).some(({ name, prompt }) => prompt && housekeeping_agents.has(name) && system?.startsWith(prompt));
  const own_tools = new Map((engine.hello?.tools ?? []).map((tool) => [tool.name, tool]));
  const call = (name) => (args, context) => run_own_tool(name, args, context).catch((error) => `HiveMind's plugin failed (${error}).`);
  const as_tool = ({ name, description, parameters }) => ({ description, args: parameters.properties ?? {}, execute: call(name) });
  // Hooks that only show the engine something, unless it is nothing, and take over what it answers.
  const asks = (hook, kind, show) =>
    guard(async (input, output, shown = show(input, output)) => (await shown) && take_over(output, await engine.request(hook, kind, { ...who(input.sessionID), ...(await shown) })));

  return {
    dispose: () => within(wait_ms.orders, last_event.then(orders_done)).then(() => engine.end()).catch(() => {}),
    // Profiles and commands that `init` wrote no files for, under names that are free: what is there is the person's.
    config: guard((config) => Object.entries(engine.hello?.config ?? {}).forEach(([section, ours]) => (config[section] = { ...ours, ...config[section] }))),
    tool: Object.fromEntries([...own_tools].map(([name, tool]) => [name, as_tool(tool)])),
    // Without the whole schema OpenCode would call every argument required.
    "tool.definition": guard(({ toolID }, output) => own_tools.has(toolID) && (output.jsonSchema = own_tools.get(toolID).parameters)),
    "tool.execute.before": async (input, output) => {
      const refusal = await judge(input, output);
      if (here.throws_last) keep_some(judged.set(key_of(input), { refusal, args: JSON.stringify(output.args) }));
      else if (refusal) throw new Error(refusal);
    },
    "tool.execute.after": guard(record_result),
    "chat.message": guard(async ({ sessionID, agent }, output) => {
      learn(sessionID, { agent: agent ?? output.message.agent });
      hear(sessionID, "user", text_of(output.parts));
      // Whose child it is, OpenCode tells with its events; where it tells nothing it is asked.
      if (!engine.met.has("event")) learn(sessionID, { parentID: (await within(wait_ms.orders, client.session.get({ path: { id: sessionID } })))?.data?.parentID });
      await engine.request("chat.message", "record", { sessionID, text: text_of(output.parts), met: [...engine.met], ...who(sessionID) });
    }),
    "chat.params": guard(({ sessionID, agent, model }) => housekeeping_agents.has(agent) || learn(sessionID, { agent, window: model?.limit?.context })),
    "experimental.chat.messages.transform": guard((_, output) => shape_request(output.messages)),
    "experimental.chat.system.transform": asks("system.transform", "pack", async ({ sessionID }, { system }) => !(await is_housekeeping(system[0])) && { sessionID }),
    "experimental.session.compacting": asks("session.compacting", "pack", async ({ sessionID }) => {
      compacting.set(sessionID, true);
      // A prompt of our own has to hold the summary before this one.
      const told = await within(wait_ms.orders, client.session.messages({ path: { id: sessionID } }));
      const earlier = told?.data?.findLast(({ info }) => info.role === "assistant" && info.summary);
      return { sessionID, summary: text_of(earlier?.parts ?? [], 60_000) };
    }),
    "experimental.compaction.autocontinue": asks("compaction.autocontinue", "gate", ({ sessionID }) => ({ sessionID })),
    "command.execute.before": asks("command.execute.before", "pack", (input) => input),
    "experimental.text.complete": guard(async ({ sessionID }, output) => {
      take_over(output, await engine.request("text.complete", "gate", { sessionID, text: output.text }));
      if (!compacting.has(sessionID)) hear(sessionID, "assistant", output.text);
    }),
    event: guard(({ event }) => engine.met.add("event") && take_event(event)),
  };
}

// Whether the nearest project upwards, which is where the engine looks, has the mark, in its folder or beside its store in git's directory.
async function is_marked_closed(at) {
  const file = (path) => Bun.file(path);
  const from = (base, name) => (name.startsWith("/") ? name : `${base}/${name}`);
  const first_line = async (path) => (await file(path).text().catch(() => "")).split("\n")[0];
  const own = from(at, (await first_line(`${at}/.git`)).replace(/^gitdir: /, "") || ".git");
  const places = [`${at}/.hivemind`, `${from(own, (await first_line(`${own}/commondir`)) || ".")}/hivemind`];
  const has = async (name) => (await Promise.all(places.map((place) => file(`${place}/${name}`).exists()))).includes(true);
  return (await has("fails_closed")) || (at !== "" && !(await has("hivemind.db")) && is_marked_closed(at.slice(0, at.lastIndexOf("/"))));
}

// OpenCode calls this once for each directory, all in one process, and again after dispose: no state outlives a call.
async function server({ client, directory }) {
  const engine = new Engine(directory, herald(client));
  engine.start();
  await within(wait_ms.hello, engine.ready);
  if (engine.hello?.active === false) return engine.end().then(() => ({}), () => ({}));
  engine.fail = FAIL === "project" && (await within(wait_ms.orders, is_marked_closed(directory))) ? "closed" : FAIL;
  if (!engine.hello) engine.tell.toast({ message: `HiveMind does not run here: ${engine.last_trouble}. Run \`hivemind doctor\`.`, variant: "error" });
  return make_hooks(engine, client);
}

export default { id: "hivemind", server };
