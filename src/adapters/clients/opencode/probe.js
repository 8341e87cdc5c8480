// Tries HiveMind's gate inside the real OpenCode. `hivemind doctor --client opencode` runs this with the client's own
// runtime; it starts the client in the project, plays a model on 127.0.0.1 that makes one call, once in a session and
// once in a subagent's, and prints one JSON line: what became of the calls, and what of HiveMind was in the requests.
// Then it gives every other hook that HiveMind relies on an occasion to come: a call that may run, and a summary.
//
// Should nothing stop it, the call removes a folder that is not there.
const [client, root, patience_ms] = [process.execPath, process.env.HIVEMIND_PROBE_ROOT, Number(process.env.HIVEMIND_PROBE_MS)];
const command = "rm -rf /hivemind-probe-of-a-folder-that-is-not-there";
const removes = { name: "bash", args: { command, description: "HiveMind's probe" } };
const looks = { name: "glob", args: { pattern: "hivemind-probe-of-a-file-that-is-not-there" } };
const found = { stage: "starting OpenCode", requests: 0, has_tools: false, copies: 0, main: null, subagent: null, trouble: null };

const text_of = (content) => (typeof content === "string" ? content : (content ?? []).map((part) => part.text ?? "").join("\n"));

// A call of the shell in the first answer of a session, words in the second.
function answer(body) {
  const last = body.messages.at(-1);
  const wants = text_of(last.content).includes("probe look") ? looks : removes;
  const makes_call = last.role !== "tool" && body.tools?.some((tool) => tool.function.name === wants.name);
  look_at(body, last);
  const head = { id: "probe", object: "chat.completion.chunk", created: 1, model: body.model };
  const chunk = (delta, finish_reason = null) => `data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
  const call = () => ({ name: wants.name, arguments: JSON.stringify(wants.args) });
  const said = makes_call
    ? chunk({ tool_calls: [{ index: 0, id: crypto.randomUUID(), type: "function", function: call() }] }) + chunk({}, "tool_calls")
    : chunk({ role: "assistant", content: "Seen." }) + chunk({}, "stop");
  return new Response(`${said}data: [DONE]\n\n`, { headers: { "content-type": "text/event-stream" } });
}

function look_at(body, last) {
  if (!body.tools?.length) return;
  found.requests++;
  found.has_tools ||= body.tools.some((tool) => tool.function.name === "govern_task");
  const whole = body.messages.map((message) => text_of(message.content)).join("\n");
  found.copies = Math.max(found.copies, whole.split("<hivemind_rules>").length - 1);
  if (last.role !== "tool" || whole.includes("probe look")) return;
  found[whole.includes("probe subagent") ? "subagent" : "main"] = text_of(last.content).slice(0, 2000);
}

const model = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch: async (request) => (request.method === "POST" ? answer(await request.json()) : Response.json({ data: [] })),
});

function settings() {
  const models = { probe: { name: "Probe", tool_call: true, limit: { context: 200_000, output: 8192 } } };
  const options = { baseURL: `http://127.0.0.1:${model.port}/v1`, apiKey: "none" };
  const provider = { "hivemind-probe": { npm: "@ai-sdk/openai-compatible", name: "HiveMind's probe", options, models } };
  const name = "hivemind-probe/probe";
  // What no gate stops is to come back at once, not to wait for a person.
  const permission = { bash: "allow", external_directory: "allow" };
  return { model: name, small_model: name, enabled_providers: ["hivemind-probe"], provider, share: "disabled", autoupdate: false, permission };
}

function start_client() {
  const env = { ...process.env, OPENCODE_CONFIG_CONTENT: JSON.stringify(settings()), OPENCODE_DISABLE_AUTOUPDATE: "1", PWD: root };
  delete env.BUN_BE_BUN;
  const options = { cwd: root, env, stdin: "ignore", stdout: "pipe", stderr: "pipe" };
  return Bun.spawn([client, "serve", "--hostname", "127.0.0.1", "--port", "0"], options);
}

async function address_of(child) {
  let said = "";
  for await (const chunk of child.stdout) {
    said += new TextDecoder().decode(chunk);
    const address = /listening on (http:\/\/\S+)/.exec(said);
    if (address) return address[1];
  }
  throw new Error(`OpenCode ended: ${(said + (await new Response(child.stderr).text())).trim().slice(-500)}`);
}

async function probe(address) {
  const ask = async (method, path, body) => {
    const options = { method, headers: { "content-type": "application/json" }, body: body && JSON.stringify(body) };
    const response = await fetch(`${address}${path}?directory=${encodeURIComponent(root)}`, options);
    if (!response.ok) throw new Error(`${method} ${path.split("/")[1]} was answered with ${response.status}`);
    return response.json();
  };
  const prompt = (id, text) => ask("POST", `/session/${id}/message`, { model: { providerID: "hivemind-probe", modelID: "probe" }, parts: [{ type: "text", text }] });
  const main = await ask("POST", "/session", { title: "HiveMind's probe" });
  try {
    found.stage = "a call in a session";
    await prompt(main.id, "probe main");
    found.stage = "a call in a subagent";
    const child = await ask("POST", "/session", { title: "HiveMind's probe of a subagent", parentID: main.id });
    await prompt(child.id, "probe subagent");
    found.stage = "a call that may run";
    await prompt(main.id, "probe look");
    found.stage = "a summary";
    await ask("POST", `/session/${main.id}/summarize`, { providerID: "hivemind-probe", modelID: "probe" });
    found.stage = "done";
  } finally {
    // With its children.
    await ask("DELETE", `/session/${main.id}`).catch(() => {});
  }
}

const child = start_client();
const late = new Promise((_, reject) => setTimeout(() => reject(new Error(`no answer in ${patience_ms / 1000} s`)), patience_ms));
try {
  await Promise.race([address_of(child).then(probe), late]);
} catch (error) {
  found.trouble = String(error?.message ?? error);
}
child.kill("SIGKILL");
await child.exited;
console.log(JSON.stringify(found));
process.exit(0);
