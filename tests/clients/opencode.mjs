// The real OpenCode client from npm, kept apart from the machine: an empty environment, a home of its own, no standard
// input, nothing to fetch, and a deadline.

import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { in_modules } from "./client_modules.mjs";
import { start_program } from "./processes.mjs";
import { main_model, small_model } from "./scripted_model.mjs";

export const opencode_binary = in_modules("opencode-linux-x64/bin/opencode");
// OpenCode would fetch ripgrep where there is none; the one that comes with Codex does.
const ripgrep_folder = in_modules("@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/codex-path");
export const run_deadline_ms = 120_000;

export function require_opencode() {
  if (existsSync(opencode_binary)) return;
  throw new Error("OpenCode is not installed: run `npm ci` in tests/clients.");
}

export function client_environment(home, project) {
  return {
    PATH: `/usr/local/bin:/usr/bin:/bin:${ripgrep_folder}`,
    HOME: home,
    TMPDIR: join(home, "tmp"),
    LANG: "C.UTF-8",
    TERM: "dumb",
    PWD: project,
    XDG_CONFIG_HOME: join(home, "config"),
    XDG_DATA_HOME: join(home, "data"),
    XDG_CACHE_HOME: join(home, "cache"),
    // Where it is without the variable: clients hand few variables on to the servers they start.
    XDG_STATE_HOME: join(home, ".local/state"),
    OPENCODE_DISABLE_AUTOUPDATE: "1",
    OPENCODE_DISABLE_MODELS_FETCH: "1",
    OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
    OPENCODE_DISABLE_SHARE: "1",
    OPENCODE_DISABLE_CLAUDE_CODE: "1",
    OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
    npm_config_registry: "http://127.0.0.1:9/",
  };
}

export function client_settings(model_port) {
  const model = { tool_call: true, limit: { context: 200000, output: 8192 } };
  const fake = {
    npm: "@ai-sdk/openai-compatible",
    name: "Fake",
    options: { baseURL: `http://127.0.0.1:${model_port}/v1`, apiKey: "dummy" },
    models: { [main_model]: { name: "Scripted", ...model }, [small_model]: { name: "Small", ...model } },
  };
  return {
    model: `fake/${main_model}`,
    small_model: `fake/${small_model}`,
    autoupdate: false,
    share: "disabled",
    enabled_providers: ["fake"],
    provider: { fake },
  };
}

// OpenCode installs its plugin package into every settings folder, unless it finds it listed there already.
export function keep_offline(settings_folder) {
  const dependencies = { "@opencode-ai/plugin": "*" };
  const lock = { name: "x", lockfileVersion: 3, requires: true, packages: { "": { dependencies } } };
  mkdirSync(join(settings_folder, "node_modules"), { recursive: true });
  writeFileSync(join(settings_folder, "package.json"), JSON.stringify({ dependencies }));
  writeFileSync(join(settings_folder, "package-lock.json"), JSON.stringify(lock));
}

// Starts the client, as start_program does.
export function start_opencode(args, { home, project, variables }, deadline_ms = run_deadline_ms) {
  const env = { ...client_environment(home, project), ...variables };
  return start_program([opencode_binary, ...args], { cwd: project, env }, deadline_ms);
}
