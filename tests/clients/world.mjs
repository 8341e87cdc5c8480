// One test's world: a throw-away home, a throw-away project with its own git repository, a scripted model, and the
// hivemind program under test. Everything lies below one folder, which is removed when the test has passed.

import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { client_environment, client_settings, keep_offline, opencode_binary, run_deadline_ms, start_opencode } from "./opencode.mjs";
import { ScriptedModel } from "./scripted_model.mjs";

const command_deadline_ms = 20_000;

export class World {
  // Of the environment, beside and before those that every client gets.
  variables = {};

  static async open(binary, folder = tmpdir()) {
    const world = new World();
    world.binary = binary;
    world.root = mkdtempSync(join(folder, "hivemind-client-"));
    world.home = join(world.root, "home");
    world.project = join(world.root, "project");
    for (const folder of ["tmp", "config/opencode", "data", "cache", ".local/state"]) mkdirSync(join(world.home, folder), { recursive: true });
    world.model = new ScriptedModel(join(world.root, "requests.jsonl"));
    await world.model.listen();
    world.#make_project();
    return world;
  }

  #make_project() {
    mkdirSync(join(this.project, ".opencode"), { recursive: true });
    keep_offline(join(this.project, ".opencode"));
    keep_offline(join(this.home, "config/opencode"));
    this.write("opencode.json", JSON.stringify(client_settings(this.model.port), null, 2) + "\n");
    this.write("README.md", "A throw-away project.\n");
    this.write(".gitignore", ".opencode/node_modules\n");
    const git = (...args) => execFileSync("git", args, { cwd: this.project, env: this.#environment(), stdio: "ignore" });
    git("init", "-q", "-b", "main");
    git("-c", "user.name=Test", "-c", "user.email=test@localhost", "commit", "-q", "--allow-empty", "-m", "Begin");
  }

  #environment() {
    return client_environment(this.home, this.project);
  }

  path(name) {
    return join(this.project, name);
  }

  // A file of the store, which lies in git's directory.
  store(name) {
    return join(this.project, ".git/hivemind", name);
  }

  // With all that HiveMind has in the project.
  lose_store() {
    for (const folder of [this.path(".hivemind"), this.store("")]) rmSync(folder, { recursive: true, force: true });
  }

  has(name) {
    return existsSync(this.path(name));
  }

  read(name) {
    return readFileSync(this.path(name), "utf8");
  }

  write(name, text) {
    writeFileSync(this.path(name), text);
  }

  // Runs the program under test and returns what it printed, decoded when it was asked for JSON.
  hivemind(...args) {
    const options = { cwd: this.project, env: this.#environment(), timeout: command_deadline_ms, maxBuffer: 16 << 20 };
    return new Promise((resolve, reject) => {
      execFile(this.binary, args, options, (error, stdout, stderr) => {
        if (error) reject(new Error(`hivemind ${args.join(" ")} failed: ${error.message}\n${stdout}${stderr}`));
        else resolve(args.includes("--json") ? JSON.parse(stdout) : stdout);
      });
    });
  }

  // What `hivemind doctor --client opencode` finds, as its lines, with the client on the PATH and more variables set.
  doctor(variables = {}) {
    const folder = join(this.root, "bin");
    mkdirSync(folder, { recursive: true });
    if (!existsSync(join(folder, "opencode"))) symlinkSync(opencode_binary, join(folder, "opencode"));
    const environment = this.#environment();
    const env = { ...environment, PATH: `${folder}:${environment.PATH}`, ...variables };
    const options = { cwd: this.project, env, timeout: run_deadline_ms };
    return new Promise((resolve, reject) => {
      // Trouble is an answer too.
      execFile(this.binary, ["doctor", "--client", "opencode", "--json"], options, (error, stdout, stderr) => {
        if (!stdout) return reject(new Error(`doctor said nothing: ${error?.message}\n${stderr}`));
        resolve(JSON.parse(stdout).findings.map(({ severity, what, remedy }) => `${severity}: ${what} ${remedy}`));
      });
    });
  }

  // What `hivemind doctor` finds about a client, as its lines, without trying it out.
  findings(client) {
    const options = { cwd: this.project, env: this.#environment(), timeout: command_deadline_ms };
    return new Promise((resolve, reject) => {
      // Trouble is an answer too.
      execFile(this.binary, ["doctor", "--json"], options, (error, stdout, stderr) => {
        if (!stdout) return reject(new Error(`doctor said nothing: ${error?.message}\n${stderr}`));
        const about = JSON.parse(stdout).findings.filter((finding) => finding.about === client);
        resolve(about.map(({ severity, what, remedy }) => `${severity}: ${what} ${remedy}`));
      });
    });
  }

  // As a person does it with `mv`; everything is in the new place from then on.
  move_project(name) {
    const place = join(this.root, name);
    renameSync(this.project, place);
    this.project = place;
  }

  // hivemind() below a process of its own that has no parents to be seen, for what an agent's shell may not do.
  as_person(...args) {
    const options = { cwd: this.project, env: this.#environment(), timeout: command_deadline_ms };
    // A person has a terminal; what loosens is refused without one.
    const line = [this.binary, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
    const command = ["--pid", "--fork", "--mount-proc", "script", "-qec", line, "/dev/null"];
    return new Promise((resolve, reject) => {
      execFile("unshare", command, options, (error, stdout, stderr) => {
        if (error) reject(new Error(`hivemind ${args.join(" ")} failed: ${error.message}\n${stdout}${stderr}`));
        else resolve(stdout.replaceAll("\r\n", "\n"));
      });
    });
  }

  async init(mode = "strict") {
    await this.hivemind("init", "--client", "opencode", "--mode", mode, "--yes");
  }

  log() {
    return this.hivemind("log", "--limit", "200", "--json");
  }

  change_settings(change) {
    const settings = JSON.parse(this.read("opencode.json"));
    change(settings);
    this.write("opencode.json", JSON.stringify(settings, null, 2) + "\n");
  }

  // Adds a plugin of the test's own after those that are there.
  add_plugin(name, source) {
    this.write(`.opencode/${name}`, source);
    this.change_settings((settings) => (settings.plugin = [...(settings.plugin ?? []), `./.opencode/${name}`]));
  }

  // A subagent of OpenCode that may start others.
  add_agent(name, prompt) {
    mkdirSync(this.path(".opencode/agent"), { recursive: true });
    this.write(`.opencode/agent/${name}.md`, `---\ndescription: ${name}\nmode: subagent\npermission:\n  task: allow\n---\n${prompt}\n`);
  }

  start(steps, args = ["run", "--format", "json", "Begin"]) {
    this.model.play(steps);
    this.client = start_opencode(args, this);
    return this.client;
  }

  // One whole run of the client: the script is played to its end and the client ends well. Adds the events it printed.
  async run(steps, args) {
    const result = await this.start(steps, args).ended;
    const trouble = this.#trouble(result);
    if (trouble) throw new Error(`${trouble}\nevents: ${result.stdout.slice(-3000)}\nstderr: ${result.stderr.slice(-3000)}`);
    const lines = result.stdout.split("\n").filter(Boolean);
    return { ...result, events: lines.map((line) => JSON.parse(line)) };
  }

  // One more turn in a session that an earlier run left.
  go_on(session_id, steps, prompt = "Go_on") {
    return this.run(steps, ["run", "--format", "json", "--session", session_id, prompt]);
  }

  #trouble({ code, signal, timed_out }) {
    if (timed_out) return "the client did not end in time";
    if (this.model.failure) return `the script failed: ${this.model.failure.stack}`;
    if (code !== 0) return `the client ended with ${signal ?? `exit code ${code}`}`;
    if (this.model.steps.length > 0) return `${this.model.steps.length} steps of the script were not played`;
    return null;
  }

  // What OpenCode itself keeps of a session.
  async export_session(session_id) {
    const result = await start_opencode(["export", session_id], { home: this.home, project: this.project }).ended;
    if (result.code !== 0) throw new Error(`opencode export failed: ${result.stderr}`);
    return result.stdout;
  }

  // What OpenCode wrote into its own log.
  client_log() {
    const folder = join(this.home, "data/opencode/log");
    const files = existsSync(folder) ? readdirSync(folder) : [];
    return files.map((file) => readFileSync(join(folder, file), "utf8")).join("\n");
  }

  async close() {
    await this.model.close();
  }

  remove() {
    // A process of the client may still be writing its last lines.
    rmSync(this.root, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  }
}
