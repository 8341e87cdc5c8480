// Holds docs/requirements.tsv to the tests: every requirement once and in order, every named test
// there, and passed where it ran.
//
//   R-001<TAB>proven<TAB>Suite.Test, Suite.Other<TAB>note
//
// Usage: node tools/check_requirements.mjs [--ran unit,stress,clients] [RESULT.xml]...
// Tests of the tiers that ran must stand in a result file; those of the others must be declared in
// the sources.
import { read, report, source_files } from "./source_files.mjs";
import { read_results } from "./junit.mjs";

const file = "docs/requirements.tsv";
const last_id = 949;
const statuses = ["proven", "partial", "open", "superseded", "not-a-feature"];

// TEST(Suite, Name), TEST_F, TEST_P
function cpp_tests(files) {
  const declaration = /^\s*TEST(?:_F|_P)?\s*\(\s*(\w+)\s*,\s*(\w+)\s*\)/gm;
  return files.flatMap((file) => [...read(file).matchAll(declaration)].map(([, suite, name]) => `${suite}.${name}`));
}

// tests/transcripts/gate/modes.txt is Transcript.gate_modes
function transcripts(files) {
  return files.map((file) => `Transcript.${file.replace(/^tests\/transcripts\/(.*)\.txt$/, "$1").replaceAll(/[/\-. ]/g, "_")}`);
}

// tests/days/finishing.txt is Days.finishing
function days(files) {
  return files.map((file) => `Days.${file.replace(/^tests\/days\/(.*)\.txt$/, "$1")}`);
}

// The name a test goes by in docs/requirements.tsv: without what GoogleTest adds to a test with parameters.
function plain_name(name) {
  return name.replace(/\s+# GetParam\(\).*$/s, "").replace(/^All\/Transcript\.ReadsAsWritten\//, "Transcript.").replace(/^All\/Days\.GoAsTold\//, "Days.");
}

// test("Suite.Name", …), and test(`${client.title}.Name`, …) or test(`${title}.Name`, …) once for each client that has a title
function client_tests(files) {
  const declaration = /\btest\s*\(\s*(["'`])((?:\\.|(?!\1)[^\\])*)\1/g;
  const names = files.flatMap((file) => [...read(file).matchAll(declaration)].map((match) => match[2]));
  const titles = files.flatMap((file) => [...read(file).matchAll(/^\s+title: "(\w+)",$/gm)].map((match) => match[1]));
  const placeholder = /^\$\{(?:client\.)?title\}/;
  const of_each = (name) => (placeholder.test(name) ? titles.map((title) => name.replace(placeholder, title)) : [name]);
  return names.flatMap((name) => of_each(name.replace(/\\(.)/g, "$1")));
}

const declared_by = {
  unit: () => [
    ...cpp_tests(source_files("src").filter((file) => file.endsWith("_test.cc"))),
    ...["tests/lists", "tests/transcripts", "tests/days"].flatMap((folder) => cpp_tests(source_files(folder).filter((file) => file.endsWith(".cc")))),
    ...transcripts(source_files("tests/transcripts").filter((file) => file.endsWith(".txt"))),
    ...days(source_files("tests/days").filter((file) => file.endsWith(".txt"))),
  ],
  stress: () => cpp_tests(source_files("tests/stress").filter((file) => file.endsWith(".cc"))),
  clients: () =>
    ["tests/clients", "tests/conformance"].flatMap((folder) =>
      client_tests(source_files(folder).filter((file) => file.endsWith(".mjs"))),
    ),
};

// The tests of the tiers that did not run now.
function declared_tests(ran) {
  for (const tier of ran) if (!declared_by[tier]) throw new Error(`There is no tier ${tier}.`);
  const others = Object.keys(declared_by).filter((tier) => !ran.includes(tier));
  return new Set(others.flatMap((tier) => declared_by[tier]()));
}

// A name may hold commas: the longest run of pieces that is a known test counts as one.
function split_names(cell, is_known) {
  const pieces = cell.split(",");
  const names = [];
  for (let start = 0; start < pieces.length; ) {
    let end = pieces.length;
    while (end > start + 1 && !is_known(pieces.slice(start, end).join(",").trim())) end -= 1;
    const name = pieces.slice(start, end).join(",").trim();
    if (name) names.push(name);
    start = end;
  }
  return names;
}

function judge_line(line, number, outcomes, declared) {
  const cells = line.split("\t");
  const id = `R-${String(number).padStart(3, "0")}`;
  if (cells[0] !== id) return [`line ${number}: expected ${id}, found ${JSON.stringify(cells[0].slice(0, 20))}`];
  const [, status, tests = ""] = cells;
  if (cells.length < 3 || cells.length > 4) return [`${id}: ${cells.length} cells, expected id, status, tests, note`];
  if (!statuses.includes(status)) return [`${id}: status ${JSON.stringify(status)} is none of ${statuses.join(", ")}`];
  const names = split_names(tests, (name) => outcomes.has(name) || declared.has(name));
  const findings = [];
  if (status === "proven" && names.length === 0) findings.push(`${id}: proven by no test`);
  for (const name of names) {
    const outcome = outcomes.get(name);
    if (outcome === undefined && !declared.has(name)) findings.push(`${id}: there is no test ${name}`);
    if (outcome !== undefined && outcome !== "passed") findings.push(`${id}: ${name} ${outcome}`);
  }
  return findings;
}

const words = process.argv.slice(2);
const at = words.indexOf("--ran");
const ran = at < 0 ? [] : words.splice(at, 2)[1].split(",");
const outcomes = new Map();
for (const { name: given_name, outcome } of words.flatMap(read_results)) {
  const name = plain_name(given_name);
  // A test with parameters, "Inputs/Suite.Test/3", may also be named as a whole: "Suite.Test".
  for (const key of new Set([name, name.replace(/^(?:\w+\/)?(\w+\.\w+)(?:\/\w+)?$/, "$1")])) {
    if (!outcomes.has(key) || outcome !== "passed") outcomes.set(key, outcome);
  }
}
const declared = declared_tests(ran);

let lines = [];
const findings = [];
try {
  lines = read(file).replace(/\n$/, "").split("\n");
} catch (error) {
  findings.push(`${file}: ${error.message}`);
}
lines.forEach((line, index) => findings.push(...judge_line(line, index + 1, outcomes, declared)));
if (lines.length && lines.length !== last_id) {
  findings.push(`${file}: ${lines.length} lines, expected R-001 to R-${last_id}`);
}
const proven = lines.filter((line) => line.split("\t")[1] === "proven").length;
report(findings, `${proven} of ${lines.length} proven`);
