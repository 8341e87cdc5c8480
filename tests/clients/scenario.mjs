// A day of work as data: read from tests/clients/days/*.json and checked before anything is started. The format is in
// days/README.md.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, resolve } from "node:path";

const days_folder = new URL("./days/", import.meta.url);

// By the word that makes a call what it is: the other words it must and may have.
const call_forms = {
  read: {},
  write: { must: ["text"] },
  edit: { must: ["old", "new"] },
  shell: {},
  commit: {},
  delegate: { must: ["do"], may: ["say"] },
  plan: { must: ["tasks"] },
  begin: {},
  end: {},
  own: { must: ["args"] },
};

const step_forms = {
  turn: { must: ["do"], may: ["session", "folder", "say"] },
  together: {},
  restart: {},
  next_day: {},
  person: { may: ["folder"] },
};

const scenario_words = ["about", "mode", "commit_wiring", "obeys", "files", "steps", "pieces", "expect", "clients"];
const expect_words = ["refusals", "open_tasks", "hints", "files", "said", "unsaid"];

// Which of the forms an object has, or an error that says where.
function form_of(value, forms, where) {
  if (value === null || typeof value !== "object" || Array.isArray(value)) throw new Error(`${where}: an object is needed, such as {"${Object.keys(forms)[0]}": …}.`);
  const kinds = Object.keys(value).filter((word) => word in forms);
  if (kinds.length !== 1) throw new Error(`${where}: exactly one of ${Object.keys(forms).join(", ")} is needed; there ${kinds.length === 0 ? "is none" : `are ${kinds.join(" and ")}`}.`);
  const [kind] = kinds;
  const { must = [], may = [] } = forms[kind];
  for (const word of must) if (!(word in value)) throw new Error(`${where}: "${kind}" needs "${word}".`);
  for (const word of Object.keys(value)) if (word !== kind && ![...must, ...may].includes(word)) throw new Error(`${where}: "${kind}" knows no "${word}".`);
  return kind;
}

const text_of = (value, where) => {
  if (Array.isArray(value) && value.every((line) => typeof line === "string")) return value.map((line) => line + "\n").join("");
  if (typeof value !== "string") throw new Error(`${where}: a text or a list of lines is needed.`);
  return value;
};

function read_calls(list, where, is_inside = false) {
  if (!Array.isArray(list)) throw new Error(`${where}: a list of calls is needed.`);
  return list.map((value, index) => {
    const here = `${where}[${index}]`;
    const kind = form_of(value, call_forms, here);
    if (kind === "write") return { kind, file: value.write, text: text_of(value.text, `${here}.text`) };
    if (kind === "edit") return { kind, file: value.edit, old: value.old, new: value.new };
    if (kind === "read") return { kind, file: value.read };
    if (kind === "shell") return { kind, command: value.shell };
    if (kind === "commit") return { kind: "shell", command: `git add -A && git commit -q -m '${value.commit.replaceAll("'", "'\\''")}'` };
    if (kind === "delegate") {
      if (is_inside) throw new Error(`${here}: a subagent hands nothing on.`);
      return { kind, prompt: value.delegate, calls: read_calls(value.do, `${here}.do`, true), say: value.say ?? "The part is done." };
    }
    return ours(kind, value);
  });
}

// The one place that knows how work is planned, begun and ended through our tools.
function ours(kind, value) {
  if (kind === "plan") return own("govern_plan", { action: "plan_tasks", title: value.plan, tasks: value.tasks.map((task) => ({ expected_output: task.name, ...task })) });
  if (kind === "begin") return own("govern_task", { action: "start", name: value.begin });
  if (kind === "end") return own("govern_task", { action: "complete", ...(value.end === true ? {} : { evidence: value.end }) });
  return own(value.own, value.args);
}

const own = (tool, args) => ({ kind: "own", tool, args });

function read_step(value, where) {
  const kind = form_of(value, step_forms, where);
  if (kind === "turn") return { kind, prompt: value.turn, calls: read_calls(value.do, `${where}.do`), session: value.session ?? "first", folder: value.folder ?? ".", say: value.say ?? "Done." };
  if (kind === "together") return { kind, turns: value.together.map((turn, index) => read_step(turn, `${where}.together[${index}]`)) };
  if (kind === "person") return { kind, command: value.person, folder: value.folder ?? "." };
  return { kind };
}

const all_calls = (steps) => steps.flatMap((step) => (step.kind === "together" ? all_calls(step.turns) : step.calls ?? [])).flatMap((call) => [call, ...(call.calls ?? [])]);

export function kind_of_own({ tool, args = {} }) {
  if (tool.endsWith("govern_plan") && !["status"].includes(args.action)) return "plan";
  if (tool.endsWith("govern_delegate") && args.action !== "status") return "delegation";
  if (tool.endsWith("govern_task") && args.action === "start") return "begin";
  if (tool.endsWith("govern_task") && ["complete", "fail", "review"].includes(args.action)) return "end";
  return "other";
}

function read_scenario(text, name) {
  let value;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`${name} is no JSON: ${error.message}`);
  }
  for (const word of Object.keys(value)) if (!scenario_words.includes(word)) throw new Error(`${name}: there is no "${word}"; known are ${scenario_words.join(", ")}.`);
  for (const word of Object.keys(value.expect ?? {})) if (!expect_words.includes(word)) throw new Error(`${name}: there is no "expect.${word}"; known are ${expect_words.join(", ")}.`);
  if (!Array.isArray(value.steps)) throw new Error(`${name}: "steps" is missing.`);
  const mode = value.mode ?? "strict";
  if (!["strict", "assisted", "permissive"].includes(mode)) throw new Error(`${name}: "mode" is strict, assisted or permissive, not ${mode}.`);
  const steps = value.steps.map((step, index) => read_step(step, `${name}: steps[${index}]`));
  const kinds = all_calls(steps).filter((call) => call.kind === "own").map(kind_of_own);
  const count = (kind) => kinds.filter((each) => each === kind).length;
  const files = Object.fromEntries(Object.entries(value.files ?? {}).map(([file, content]) => [file, text_of(content, `${name}: files.${file}`)]));
  return { name, about: value.about ?? "", mode, commit_wiring: value.commit_wiring ?? false, obeys: value.obeys ?? true, files, steps, pieces: value.pieces ?? count("begin"), plans: count("plan"), expect: value.expect ?? {}, clients: value.clients };
}

export function scenario_names() {
  return readdirSync(days_folder).filter((file) => file.endsWith(".json") && file !== "pending.json").map((file) => basename(file, ".json")).sort();
}

// By its name in days/, or by the path of a file.
export function load_scenario(name_or_path) {
  const known = new URL(`${name_or_path}.json`, days_folder);
  const file = existsSync(known) ? known.pathname : resolve(name_or_path);
  if (!existsSync(file)) throw new Error(`There is no scenario ${name_or_path}; give the path of a file or one of ${scenario_names().join(", ")}.`);
  return read_scenario(readFileSync(file, "utf8"), basename(file, ".json"));
}
