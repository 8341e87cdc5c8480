// The real Claude Code, Codex and Gemini CLI from npm, each kept apart from the machine: an empty environment, a home of
// its own, dummy keys, nothing to fetch. A client is told how to write a file, run a shell and call a tool of ours, and
// how to be started.

import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { in_modules } from "./client_modules.mjs";
import { start_program } from "./processes.mjs";

const run_deadline_ms = 90_000;

function base_environment(world) {
  return { PATH: `${join(process.execPath, "..")}:/usr/local/bin:/usr/bin:/bin`, HOME: world.home, TMPDIR: join(world.home, "tmp"), LANG: "C.UTF-8", TERM: "dumb", SHELL: "/bin/bash" };
}

export const claude_code = {
  title: "ClaudeCode",
  client: "claude-code",
  program: in_modules("@anthropic-ai/claude-code-linux-x64/claude"),
  prepare() {},
  environment: (world) => ({
    ...base_environment(world),
    ANTHROPIC_BASE_URL: `http://127.0.0.1:${world.model.port}`,
    ANTHROPIC_API_KEY: "dummy",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
    DISABLE_TELEMETRY: "1",
    DISABLE_ERROR_REPORTING: "1",
  }),
  command: (prompt, more = []) => [
    claude_code.program, "-p", prompt, "--output-format", "stream-json", "--verbose",
    "--allowedTools", "Bash,Read,Write,Edit,Agent,ReadMcpResourceTool,mcp__hivemind", ...more,
  ],
  write: (world, name) => ({ name: "Write", args: { file_path: world.path(name), content: "written by the test\n" } }),
  shell: (command) => ({ name: "Bash", args: { command, description: "A command of the test" } }),
  own: (tool, args) => ({ name: `mcp__hivemind__${tool}`, args }),
  resource: (uri) => ({ name: "ReadMcpResourceTool", args: { server: "hivemind", uri } }),
};

export const codex = {
  title: "Codex",
  client: "codex",
  program: in_modules("@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex"),
  prepare(world) {
    mkdirSync(join(world.home, ".codex"), { recursive: true });
    writeFileSync(join(world.home, ".codex/config.toml"), codex_settings(world));
  },
  environment: (world) => ({ ...base_environment(world), FAKE_KEY: "dummy" }),
  command: (prompt, more = []) => [codex.program, "exec", "--json", "--skip-git-repo-check", ...more, prompt],
  write: (world, name) => ({ name: "apply_patch", input: `*** Begin Patch\n*** Add File: ${name}\n+written by the test\n*** End Patch\n` }),
  shell: (command) => ({ name: "exec_command", args: { cmd: command } }),
  own: (tool, args) => ({ name: tool, namespace: "mcp__hivemind", args }),
  resource: (uri) => ({ name: "read_mcp_resource", args: { server: "hivemind", uri } }),
};

function codex_settings(world) {
  return `# The test's own settings.
model = "gpt-5.5"
model_provider = "scripted"
approval_policy = "never"
sandbox_mode = "danger-full-access"
check_for_update_on_startup = false

[analytics]
enabled = false

[feedback]
enabled = false

[model_providers.scripted]
name = "scripted"
base_url = "http://127.0.0.1:${world.model.port}/v1"
env_key = "FAKE_KEY"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0
supports_websockets = false

[features]
enable_request_compression = false
plugins = false

[projects."${world.project}"]
trust_level = "trusted"
`;
}

export const gemini = {
  title: "Gemini",
  client: "gemini",
  program: in_modules("@google/gemini-cli/bundle/gemini.js"),
  prepare(world) {
    mkdirSync(join(world.home, ".gemini"), { recursive: true });
    const settings = {
      security: { auth: { selectedType: "gemini-api-key" } },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
      general: { enableAutoUpdate: false },
    };
    writeFileSync(join(world.home, ".gemini/settings.json"), JSON.stringify(settings));
  },
  environment: (world) => ({
    ...base_environment(world),
    GEMINI_API_KEY: "dummy",
    GOOGLE_GEMINI_BASE_URL: `http://127.0.0.1:${world.model.port}`,
    GEMINI_CLI_TRUST_WORKSPACE: "true",
    GEMINI_CLI_NO_RELAUNCH: "true",
    GEMINI_SANDBOX: "false",
  }),
  command: (prompt, more = []) => [
    process.execPath, gemini.program, "-p", prompt, "-o", "stream-json", "-m", "gemini-2.5-pro", "--approval-mode", "yolo", ...more,
  ],
  write: (world, name) => ({ name: "write_file", args: { file_path: world.path(name), content: "written by the test\n" } }),
  shell: (command) => ({ name: "run_shell_command", args: { command, description: "A command of the test" } }),
  own: (tool, args) => ({ name: `mcp_hivemind_${tool}`, args }),
  resource: (uri) => ({ name: "read_mcp_resource", args: { uri } }),
};

export const hook_clients = [claude_code, codex, gemini];

export function require_hook_clients() {
  for (const { title, program } of hook_clients) {
    if (!existsSync(program)) throw new Error(`${title} is not installed: run \`npm ci\` in tests/clients.`);
  }
}

// The client's own settings, then our wiring on top of them.
export async function wire(world, client, mode = "strict") {
  client.prepare(world);
  await world.hivemind("init", "--client", client.client, "--mode", mode, "--yes");
}

function start(world, client, command) {
  return start_program(command, { cwd: world.project, env: client.environment(world) }, run_deadline_ms).ended;
}

// Any command of the client, such as `plugin validate`.
export function run_command(world, client, args) {
  return start(world, client, [client.program, ...args]);
}

// One whole run: the script is played to its end and the client ends well.
export async function run(world, client, steps, { agent_steps = [], prompt = "Begin", args = [] } = {}) {
  world.model.play(steps, agent_steps);
  const result = await start(world, client, client.command(prompt, args));
  const trouble = trouble_of(world, result);
  if (trouble) throw new Error(`${trouble}\nstdout: ${result.stdout.slice(-3000)}\nstderr: ${result.stderr.slice(-2000)}`);
  return { ...result, requests: world.model.requests, agent_requests: world.model.agent_requests };
}

function trouble_of(world, { code, timed_out }) {
  if (timed_out) return "the client did not end in time";
  if (world.model.failure) return `the script failed: ${world.model.failure.stack}`;
  if (code !== 0) return `the client ended with exit code ${code}`;
  const left = world.model.steps.length + world.model.agent_steps.length;
  return left > 0 ? `${left} steps of the script were not played` : null;
}

// All that a request holds, whatever its protocol: line ends are spelt \n in it.
export function request_text(request) {
  return JSON.stringify(request);
}

// The tools of ours that a request offers, by their own names, each as it stands in the request: whatever the protocol
// calls them and however it nests them.
export function own_tools_in(request) {
  const found = new Map();
  const visit = (value, inside) => {
    if (Array.isArray(value)) return value.forEach((each) => visit(each, inside));
    if (value === null || typeof value !== "object") return;
    const is_ours = inside || /^mcp_+(plugin_hivemind_)?hivemind/.test(value.name ?? "");
    const own = is_ours && typeof value.name === "string" && (value.input_schema ?? value.parameters ?? value.parametersJsonSchema);
    if (own) return found.set(value.name.replace(/^mcp_+(plugin_hivemind_)?hivemind_+/, ""), JSON.stringify(value));
    Object.values(value).forEach((each) => visit(each, is_ours));
  };
  visit(request.tools ?? [], false);
  return found;
}
