// Reads JUnit result files. As a program it counts: node tools/junit.mjs FILE... prints
// "<passed> <failed>"; a test that did not run counts as failed.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const entities = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function unescape_xml(text) {
  return text.replace(/&(#x?[0-9a-fA-F]+|\w+);/g, (whole, name) => {
    if (!name.startsWith("#")) return entities[name] ?? whole;
    return String.fromCodePoint(name[1] === "x" ? parseInt(name.slice(2), 16) : parseInt(name.slice(1), 10));
  });
}

function attribute(attributes, name) {
  const match = attributes.match(new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`));
  return unescape_xml(match?.[1] ?? match?.[2] ?? "");
}

// Some writers put the whole name into "name", others only what follows the suite in "classname".
function full_name(attributes) {
  const suite = attribute(attributes, "classname");
  const name = attribute(attributes, "name");
  return suite === "" || suite === name || name.startsWith(`${suite}.`) ? name : `${suite}.${name}`;
}

function outcome_of(status, content) {
  if (status === "fail" || /<(failure|error)\b/.test(content)) return "failed";
  if (["notrun", "disabled", "skipped"].includes(status) || /<skipped\b/.test(content)) return "skipped";
  return "passed";
}

// [{ name, outcome: "passed" | "failed" | "skipped" }]
export function read_results(file) {
  const text = readFileSync(file, "utf8").replace(/<!\[CDATA\[[\s\S]*?\]\]>/g, "");
  const cases = text.matchAll(/<testcase\b((?:[^>"']|"[^"]*"|'[^']*')*?)(\/>|>[\s\S]*?<\/testcase>)/g);
  return [...cases].map(([, attributes, content]) => ({
    name: full_name(attributes),
    outcome: outcome_of(attribute(attributes, "status"), content),
  }));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const results = process.argv.slice(2).flatMap(read_results);
  const passed = results.filter((result) => result.outcome === "passed").length;
  console.log(`${passed} ${results.length - passed}`);
}
