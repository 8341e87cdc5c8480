// Plays a scenario in a real client, with us or without us, and says what came of it.

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { DayAgent } from "./day_agent.mjs";
import { drivers, wire_driver } from "./drivers.mjs";
import { client_environment, client_settings, keep_offline } from "./opencode.mjs";
import { cache_text, common_prefix, texts_of } from "./request_parts.mjs";
import { ScriptedModel } from "./scripted_model.mjs";
import { World } from "./world.mjs";

export const longest_hint = 300;
const person_deadline_ms = 60_000;
// What tools keep for themselves, and the settings that the test gives to OpenCode.
const left_alone = new Set([".git", ".hivemind", "node_modules", "__pycache__", ".pytest_cache", ".opencode", "opencode.json"]);

// The client of the session that is called "second", so that two work on one project.
const second_client = { opencode: "claude-code", "claude-code": "codex", codex: "gemini", gemini: "opencode" };

// Nobody is there to be asked: what OpenCode would ask a person is allowed.
function opencode_settings(port) {
  return JSON.stringify({ ...client_settings(port), permission: { external_directory: "allow", doom_loop: "allow" } }, null, 2) + "\n";
}

// Every file below a folder, by its path from there, but what tools keep for themselves.
function files_below(folder, base = folder, found = new Map()) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (left_alone.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) files_below(path, base, found);
    else if (entry.isFile()) found.set(relative(base, path), readFileSync(path, "utf8"));
  }
  return found;
}

// The project and what was made beside it.
function places(world) {
  const others = new Set(["home", "bin"]);
  return readdirSync(world.root, { withFileTypes: true }).filter((entry) => entry.isDirectory() && !others.has(entry.name)).map((entry) => entry.name);
}

function snapshot(world) {
  const found = new Map();
  for (const place of places(world)) for (const [file, text] of files_below(join(world.root, place))) found.set(`${place}/${file}`, text);
  return found;
}

function changed(before, after) {
  const found = {};
  for (const [file, text] of after) if (before.get(file) !== text) found[file] = text;
  for (const file of before.keys()) if (!after.has(file)) found[file] = null;
  return found;
}

class Day {
  constructor(scenario, driver, binary, { mode, folder }) {
    Object.assign(this, { scenario, driver, binary, mode: mode ?? scenario.mode, folder });
    // By client, its model, agent, and the sessions it has open.
    this.seats = new Map();
  }

  async play(is_governed) {
    mkdirSync(this.folder, { recursive: true });
    const world = (this.world = await World.open(this.binary, this.folder));
    this.is_governed = is_governed;
    try {
      this.#make_project();
      await this.#take_seat(this.driver);
      if (this.#names_second()) await this.#take_seat(drivers[second_client[this.driver.client]]);
      const wired = await this.#wire();
      const before = snapshot(world);
      for (const step of this.scenario.steps) await this.#play_step(step);
      return await this.#result(before, wired);
    } finally {
      for (const { driver, world: own } of this.seats.values()) await driver.end(own);
      for (const { world: own } of this.seats.values()) if (own.model !== world.model) await own.model.close();
      await world.close();
    }
  }

  remove() {
    this.world.remove();
  }

  #names_second() {
    const turns = this.scenario.steps.flatMap((step) => step.turns ?? [step]);
    return turns.some((turn) => turn.session === "second");
  }

  #git(folder, ...args) {
    return execFileSync("git", args, { cwd: folder, env: client_environment(this.world.home, folder), encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  }

  #make_project() {
    const { world, scenario } = this;
    for (const [file, text] of Object.entries(scenario.files)) {
      mkdirSync(dirname(world.path(file)), { recursive: true });
      world.write(file, text);
    }
    world.write("opencode.json", opencode_settings(world.model.port));
    this.#git(world.project, "config", "user.name", "Test");
    this.#git(world.project, "config", "user.email", "test@localhost");
    this.#git(world.project, "add", "-A");
    this.#git(world.project, "commit", "-q", "-m", "Start");
  }

  async #take_seat(driver) {
    const { world } = this;
    let own = world;
    if (this.seats.size > 0) {
      const model = new ScriptedModel(join(world.root, `requests-${driver.client}.jsonl`));
      await model.listen();
      own = { root: world.root, home: world.home, project: world.project, model, as_person: (...args) => world.as_person(...args) };
    }
    // The file was written for the first model.
    if (driver.client === "opencode" && own !== world) world.write("opencode.json", opencode_settings(own.model.port));
    driver.prepare(own);
    const agent = new DayAgent(driver, { is_governed: this.is_governed, obeys: this.scenario.obeys });
    own.model.play_by((body, about) => agent.answer(body, about));
    this.seats.set(driver.client, { driver, agent, world: own, sessions: new Map() });
  }

  // The paths that the wiring added or changed, in any checkout of the project.
  async #wire() {
    if (!this.is_governed) return new Set();
    const before = files_below(this.world.project);
    for (const { driver, world } of this.seats.values()) await wire_driver(world, driver, this.mode);
    if (this.scenario.commit_wiring) {
      this.#git(this.world.project, "add", "-A");
      this.#git(this.world.project, "commit", "-q", "--allow-empty", "-m", "Wire");
    }
    return new Set(Object.keys(changed(before, files_below(this.world.project))));
  }

  async #play_step(step) {
    if (step.kind === "turn") return this.#play_turn(step);
    if (step.kind === "together") return void (await Promise.all(step.turns.map((turn) => this.#play_turn(turn))));
    if (step.kind === "person") {
      const folder = resolve(this.world.project, step.folder);
      // In a space of processes of their own, where no client is seen above them.
      const env = { ...client_environment(this.world.home, folder), HIVEMIND: this.is_governed ? this.binary : "true" };
      execFileSync("unshare", ["--pid", "--fork", "--mount-proc", "bash", "-c", step.command], { cwd: folder, env, timeout: person_deadline_ms, stdio: "ignore" });
      return;
    }
    for (const seat of this.seats.values()) {
      await seat.driver.end(seat.world);
      if (step.kind === "next_day") seat.sessions.clear();
    }
  }

  async #play_turn(turn) {
    const client = turn.session === "second" ? second_client[this.driver.client] : this.driver.client;
    const seat = this.seats.get(client);
    const folder = resolve(this.world.project, turn.folder);
    if (!existsSync(folder)) throw new Error(`the turn "${turn.prompt}" works in ${turn.folder}, which nothing made`);
    if (client === "opencode") keep_offline(join(folder, ".opencode"));
    seat.agent.begin_turn({ ...turn, folder });
    const key = `${turn.session} ${folder}`;
    const session = await seat.driver.turn(seat.world, turn.prompt, { session: seat.sessions.get(key), folder });
    seat.sessions.set(key, session);
    if (seat.world.model.failure) throw seat.world.model.failure;
    if (!seat.agent.has_done_all()) throw new Error(`the client ended the turn "${turn.prompt}" before these calls: ${seat.agent.left().join("; ")}`);
  }

  async #result(before, wired) {
    const { world } = this;
    const files = changed(before, snapshot(world));
    for (const file of Object.keys(files)) {
      const [place, ...path] = file.split("/");
      if (place !== "project" && wired.has(path.join("/"))) delete files[file];
      else if (files[file] !== null) files[file] = files[file].replaceAll(world.root, "ROOT");
    }
    const agents = [...this.seats.values()].map(({ agent }) => agent);
    const all = (name) => agents.flatMap((agent) => agent[name]);
    const governance = {};
    for (const agent of agents) for (const [kind, count] of Object.entries(agent.governance)) governance[kind] = (governance[kind] ?? 0) + count;
    const hints_by_turn = {};
    for (const agent of agents) for (const { turn } of agent.hints) hints_by_turn[`${agent.driver.client} ${turn}`] = (hints_by_turn[`${agent.driver.client} ${turn}`] ?? 0) + 1;
    return {
      dead_ends: all("dead_ends"),
      refusals: all("refusals"),
      failures: all("failures"),
      hints: all("hints"),
      most_hints_in_a_turn: Math.max(0, ...Object.values(hints_by_turn)),
      governance,
      files,
      commits: this.#git(world.project, "log", "--all", "--format=%s").trim().split("\n").filter((subject) => subject !== "Wire").sort(),
      said: (this.scenario.expect.said ?? []).filter((text) => this.#is_said(text)),
      unsaid: (this.scenario.expect.unsaid ?? []).filter((text) => this.#is_said(text)),
      ...(await this.#tasks()),
      ...this.#characters(),
    };
  }

  // Asked of the store at the end of the day; it may be gone.
  async #tasks() {
    if (!this.is_governed) return { tasks: [], trouble: null };
    try {
      const tasks = await this.world.hivemind("task", "list", "--json");
      return { tasks: tasks.map(({ name, status }) => ({ name, status })), trouble: null };
    } catch (error) {
      return { tasks: [], trouble: error.message };
    }
  }

  // Whether a text stands in any request of the day.
  #is_said(text) {
    return [...this.seats.values()].some(({ world }) => world.model.records.some(({ body }) => texts_of(body).some((each) => each.includes(text))));
  }

  #characters() {
    let [requests, total, outside] = [0, 0, 0];
    for (const { world } of this.seats.values()) {
      const texts = world.model.requests.map(cache_text);
      requests += texts.length;
      texts.forEach((text, at) => {
        total += text.length;
        outside += text.length - (at === 0 ? 0 : common_prefix(texts[at - 1], text));
      });
    }
    return { requests, characters: total, outside_prefix: outside };
  }
}

// The bars of a day, from its run with us and the one without.
function bars_of(scenario, mode, run, without) {
  const bar = (name, value, most) => ({ name, value, most, is_held: value <= most });
  const open = run.tasks.filter(({ status }) => !["completed", "archived"].includes(status));
  const expect = scenario.expect;
  const bars = [
    bar("dead ends", run.dead_ends.length, 0),
    bar("calls that begin work", run.governance.begin, scenario.pieces),
    bar("calls that end work", run.governance.end, scenario.pieces),
    bar("calls that plan", run.governance.plan, scenario.plans),
    bar("calls that delegate beside the client's own", run.governance.delegation, 0),
    bar("files that differ from the day without us", differences(run, without).length, 0),
  ];
  if (run.trouble) bars.push(bar("the store cannot be asked", 1, 0));
  if (mode !== "strict") {
    bars.push(bar("hints in one turn", run.most_hints_in_a_turn, expect.hints ?? 1));
    bars.push(bar("characters of the longest hint", Math.max(0, ...run.hints.map(({ text }) => text.length)), longest_hint));
  }
  if (expect.refusals !== undefined) bars.push(bar("refusals", run.refusals.length, expect.refusals));
  if (expect.open_tasks !== undefined) bars.push(bar("tasks left open", open.length, expect.open_tasks));
  if (expect.said) bars.push(bar("expected texts that were never said", expect.said.length - run.said.length, 0));
  if (expect.unsaid) bars.push(bar("texts said that were not to be", run.unsaid.length, 0));
  for (const [file, part] of Object.entries(expect.files ?? {})) {
    const text = run.files[`project/${file}`] ?? run.files[file.replace(/^\.\.\//, "")];
    const holds = part === null ? text === null : text?.includes(part);
    bars.push(bar(`${file} is not as expected`, holds ? 0 : 1, 0));
  }
  return bars;
}

// The files and commits that one day has otherwise than the other.
function differences(run, without) {
  const names = new Set([...Object.keys(run.files), ...Object.keys(without.files)]);
  const found = [...names].filter((file) => run.files[file] !== without.files[file]);
  return JSON.stringify(run.commits) === JSON.stringify(without.commits) ? found : [...found, `commits: ${run.commits.join(", ")} | ${without.commits.join(", ")}`];
}

// The whole of it: { run, without, differences, bars, folders }. `is_bare` plays only the day without us.
export async function play_day(scenario, driver, binary, options) {
  const mode = options.mode ?? scenario.mode;
  const bare = new Day(scenario, driver, binary, options);
  const without = await named(`${driver.title} without us`, () => bare.play(false));
  if (options.is_bare) {
    bare.remove();
    return { without };
  }
  const day = new Day(scenario, driver, binary, options);
  const run = await named(`${driver.title} in mode ${mode}`, () => day.play(true));
  const bars = bars_of(scenario, mode, run, without);
  const is_kept = options.keeps || bars.some(({ is_held }) => !is_held);
  bare.remove();
  if (!is_kept) day.remove();
  return { mode, run, without, differences: differences(run, without), bars, folder: is_kept ? day.world.root : null };
}

async function named(what, act) {
  try {
    return await act();
  } catch (error) {
    error.message = `${what}: ${error.message}`;
    throw error;
  }
}
