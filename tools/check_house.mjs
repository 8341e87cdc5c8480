// Ratchets for the plan of the rooms (ARCHITECTURE.md): figures of src/ that may only get better. The figures of today are
// in tools/house.json. A worse figure fails; a better one fails too until `--update` has recorded it, so that it cannot
// slip back.
//
//   files                    sources and headers that are no tests
//   largest_folder           files in the folder that has most, tests not counted
//   folders_over_40          folders with more than 40 files
//   two_way_doors            pairs of rooms (src/<layer>/<room>) that include each other
//   headers_with_one_user    headers that at most one file besides their own source includes
//   positional_tables        constant arrays whose rows must stand in the order of an enum or a variant, with nothing that
//                            checks it: EnumTable (base/fields.h) is the one to use
//   median_lines             of these files; any figure from 80 to 160 is as good as another
import { writeFileSync } from "node:fs";
import path from "node:path";

import { read, report, root, source_files } from "./source_files.mjs";

const figures_file = "tools/house.json";

const files = source_files("src")
  .filter((file) => /\.(cc|h)$/.test(file) && !file.endsWith("_test.cc"))
  .map((file) => file.slice("src/".length));
const texts = new Map(files.map((file) => [file, read(`src/${file}`)]));
const includes_of = (file) => [...texts.get(file).matchAll(/^#include "([^"]+)"/gm)].map((match) => match[1]);

function count_by(keys) {
  const counts = new Map();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

function two_way_doors() {
  const room = (file) => path.posix.dirname(file).split("/").slice(0, 2).join("/");
  const doors = new Set();
  for (const file of files) {
    for (const header of includes_of(file)) if (room(header) !== room(file)) doors.add(`${room(file)} ${room(header)}`);
  }
  return [...doors].filter((door) => {
    const [from, to] = door.split(" ");
    return from < to && doors.has(`${to} ${from}`);
  });
}

function headers_with_one_user() {
  const stem = (file) => file.replace(/\.(cc|h)$/, "");
  const users = count_by(files.flatMap((file) => includes_of(file).filter((header) => stem(header) !== stem(file))));
  return files.filter((file) => file.endsWith(".h") && (users.get(file) ?? 0) <= 1);
}

// An array of constants that is sized by an enum or another table, or whose row is chosen by the number of an enumerator or alternative.
function positional_tables() {
  const sizes = [...texts.values()].flatMap((text) => [...text.matchAll(/(\w+) = enum_names<\w+>\.size\(\)/g)].map((match) => match[1]));
  const is_sized = (declaration) => /enum_names<|\w\.size\(\)>/.test(declaration) || sizes.some((size) => new RegExp(`\\b${size}\\b`).test(declaration));
  const table = /\bconst(?:expr)?\s+(?:auto|std::array\b(?:<[^;{=]*>)?)\s+(\w+)\s*(?:=\s*std::to_array\b[^({]*\(\s*)?\{\s*[^\s}]/g;
  const is_chosen = (name, text) => {
    const numbers = [...text.matchAll(/(\w+) = static_cast<std::size_t>\(/g)].map((match) => match[1]);
    const number = ["static_cast<std::size_t>\\(", "[^\\]]*\\.index\\(\\)", ...numbers.map((each) => `${each}\\s*[\\])]`)].join("|");
    return new RegExp(`(?<![\\w.>])${name}(?:\\[|\\.at\\()\\s*(?:${number})`).test(text);
  };
  const found = [];
  for (const file of files) {
    for (const [declaration, name] of texts.get(file).matchAll(table)) {
      const readers = files.filter((each) => each === file || (file.endsWith(".h") && includes_of(each).includes(file)));
      if (new RegExp(`static_assert\\([^;]*\\b${name}\\b`).test(texts.get(file))) continue;
      if (is_sized(declaration) || readers.some((reader) => is_chosen(name, texts.get(reader)))) found.push(`${file} (${name})`);
    }
  }
  return found;
}

const folders = count_by(files.map((file) => path.posix.dirname(file)));
const lines = files.map((file) => texts.get(file).split("\n").length - 1);
const found = {
  folders_over_40: [...folders].filter(([, count]) => count > 40).map(([folder, count]) => `${folder} (${count})`),
  two_way_doors: two_way_doors(),
  headers_with_one_user: headers_with_one_user(),
  positional_tables: positional_tables(),
};
const now = {
  files: files.length,
  largest_folder: Math.max(...folders.values()),
  folders_over_40: found.folders_over_40.length,
  two_way_doors: found.two_way_doors.length,
  headers_with_one_user: found.headers_with_one_user.length,
  positional_tables: found.positional_tables.length,
  median_lines: lines.sort((a, b) => a - b)[lines.length >> 1],
};

if (process.argv.includes("--update")) {
  writeFileSync(path.join(root, figures_file), `${JSON.stringify(now, null, 2)}\n`);
  report([], "recorded");
}
const findings = [];
const kept = JSON.parse(read(figures_file));
if (now.median_lines < 80 || now.median_lines > 160) findings.push(`median_lines: ${now.median_lines}, not from 80 to 160.`);
for (const [name, value] of Object.entries(now)) {
  if (name === "median_lines") continue;
  if (value > kept[name]) findings.push(`${name}: ${value}, was ${kept[name]}: this must not get worse. ${(found[name] ?? []).join(", ")}`);
  if (value < kept[name]) findings.push(`${name}: ${value}, was ${kept[name]}: better. Record it with ./check --update.`);
}
report(findings, Object.entries(now).map(([name, value]) => `${name} ${value}`).join(", "));
