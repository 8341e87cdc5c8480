// Holds src/ to the table of ARCHITECTURE.md between <!-- layers:begin --> and <!-- layers:end -->:
//
//   | folder | may include |
//   |---|---|
//   | `engine` | `base`, `domain` |
//
// A row speaks for its folder and everything below that has no row of its own. A file may always
// include its own row's folder; src/main.cc stands above the rows. "nothing" allows nothing more,
// "everything" allows all of src/.
//
// engine/ and domain/ must be pure besides: no I/O, no clock, no environment, no chance.
import { existsSync } from "node:fs";
import path from "node:path";

import { read, report, root, source_files } from "./source_files.mjs";

const pure_folders = ["domain", "engine"];

const impure_headers = new RegExp(
  "^(" +
    "sqlite3\\.h|unistd\\.h|fcntl\\.h|dirent\\.h|time\\.h|stdio\\.h|sys/.*|" +
    "cstdio|ctime|fstream|iostream|random|thread|future|semaphore|base/deadline\\.h" +
    ")$",
);

// Words of the language and its libraries, each list with what it would mean to use one.
const impure_words = [
  ["asks the time", [
    /\b(system|steady|high_resolution|utc|file)_clock\b/,
    /\b(clock_gettime|gettimeofday|SystemClock|Clock)\b/,
    /(?<![\w.>])(std::)?time\s*\(\s*(nullptr|NULL|0|&)/,
  ]],
  ["asks for the time zone", [/\b(localtime|localtime_r|tzset|mktime)\b/]],
  ["reads the environment", [/\b(getenv|secure_getenv|setenv|environ)\b/]],
  ["does I/O", [
    /\b(fopen|popen|freopen|fork|execv\w*|posix_spawn\w*|mmap|ioctl)\s*\(/,
    /\bstd::system\s*\(/,
    /\bstd::(cout|cerr|cin|clog|ofstream|ifstream|fstream|printf)\b/,
    /\b(fmt::print|fprintf)\b/,
  ]],
  ["asks the file system", [
    /\b(directory_iterator|current_path|temp_directory_path|canonical|weakly_canonical|file_size)\b/,
    /\b(last_write_time|symlink_status|read_symlink|create_directory|create_directories|remove_all)\b/,
    /\b(filesystem|fs)::(exists|status|is_\w+|remove|rename|copy\w*|absolute|relative|equivalent)\s*\(/,
  ]],
  ["uses chance", [/\b(random_device|std::rand)\b/]],
];

// Comments and literals blanked, lines kept.
function code_only(text) {
  const blank = (part) => part.replace(/[^\n]/g, " ");
  return text.replace(
    /\/\/[^\n]*|\/\*[\s\S]*?\*\/|R"([^()\s\\]*)\([\s\S]*?\)\1"|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])'/g,
    blank,
  );
}

function read_table(findings) {
  const rows = new Map();
  if (!existsSync(path.join(root, "ARCHITECTURE.md"))) {
    findings.push("ARCHITECTURE.md is missing: it holds the table of layers");
    return rows;
  }
  const block = read("ARCHITECTURE.md").match(/<!-- layers:begin -->([\s\S]*?)<!-- layers:end -->/);
  if (!block) {
    findings.push("ARCHITECTURE.md has no table between <!-- layers:begin --> and <!-- layers:end -->");
    return rows;
  }
  const clean = (word) => word.replace(/[`*\s]/g, "").replace(/^src\//, "").replace(/\/$/, "");
  for (const line of block[1].split("\n")) {
    const cells = line.trim().match(/^\|([^|]*)\|([^|]*)\|/);
    if (!cells || /^[\s:-]+$/.test(cells[1]) || clean(cells[1]) === "folder") continue;
    const folder = clean(cells[1]);
    if (rows.has(folder)) findings.push(`ARCHITECTURE.md: two rows for ${folder}`);
    const words = cells[2].split(",").map(clean);
    rows.set(folder, words.filter((word) => word && !/^(nothing|none|-|–|—)$/.test(word)));
  }
  for (const [folder, allowed] of rows) {
    for (const name of [folder, ...allowed.filter((word) => word !== "everything")]) {
      if (existsSync(path.join(root, "src", name))) continue;
      findings.push(`ARCHITECTURE.md: row ${folder}: there is no src/${name}`);
    }
  }
  return rows;
}

function is_within(file, folder) {
  return file === folder || file.startsWith(`${folder}/`);
}

// The most exact row for a path below src/, or nothing.
function row_of(file, rows) {
  let best;
  for (const folder of rows.keys()) {
    if (is_within(file, folder) && (!best || folder.length > best.length)) best = folder;
  }
  return best;
}

// What is wrong with one quoted include of a file, or nothing.
function judge_include(file, included, rows) {
  if (file.endsWith("_test.cc") && existsSync(path.join(root, "tests", included))) return;
  if (!existsSync(path.join(root, "src", included))) {
    return `"${included}" is not below src/; write includes from src/`;
  }
  const row = row_of(file, rows);
  if (row === undefined) return;
  const allowed = rows.get(row);
  if (allowed.includes("everything") || row_of(included, rows) === row) return;
  if (allowed.some((folder) => is_within(included, folder))) return;
  return `"${included}" is not allowed for ${row} (allowed: ${allowed.join(", ") || "nothing"})`;
}

function check_includes(file, text, rows, findings) {
  if (rows.size && file !== "main.cc" && row_of(file, rows) === undefined) {
    findings.push(`src/${file}: no row in ARCHITECTURE.md speaks for it`);
  }
  text.split("\n").forEach((line, index) => {
    const match = line.match(/^\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)/);
    if (!match) return;
    const where = `src/${file}:${index + 1}`;
    const wrong = match[1] && judge_include(file, match[1], rows);
    if (wrong) findings.push(`${where}: ${wrong}`);
    const header = match[1] ?? match[2];
    if (header === "sqlite3.h" && !is_within(file, "store")) {
      findings.push(`${where}: sqlite3.h belongs to src/store`);
    }
    if (is_pure(file) && impure_headers.test(header)) {
      findings.push(`${where}: ${header} has no place in a pure folder`);
    }
  });
}

// A test may draw its cases by chance, from a seed that it names.
function is_pure(file) {
  if (file.endsWith("_test.cc")) return false;
  return pure_folders.some((folder) => is_within(file, folder));
}

function check_purity(file, text, findings) {
  code_only(text).split("\n").forEach((line, index) => {
    if (/^\s*#\s*include/.test(line)) return;
    for (const [deed, patterns] of impure_words) {
      if (patterns.some((pattern) => pattern.test(line))) {
        findings.push(`src/${file}:${index + 1}: ${deed}; pure folders get it as an argument`);
      }
    }
  });
}

const findings = [];
const rows = read_table(findings);
const files = source_files("src")
  .filter((file) => /\.(cc|h)$/.test(file))
  .map((file) => file.slice("src/".length));
if (files.length === 0) findings.push("no sources found");
for (const file of files) {
  const text = read(`src/${file}`);
  check_includes(file, text, rows, findings);
  if (is_pure(file)) check_purity(file, text, findings);
}
report(findings, `${files.length} files, ${rows.size} rows`);
