// The files of the checkout as people wrote them: nothing built, fetched or kept by git.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

const not_ours = new Set([".git", ".hivemind", "build", "node_modules"]);

// Paths relative to the checkout, in order, of everything under a folder of it ("" is all).
export function source_files(folder = "") {
  const found = [];
  let entries = [];
  try {
    entries = readdirSync(path.join(root, folder), { withFileTypes: true });
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
  for (const entry of entries) {
    if (not_ours.has(entry.name)) continue;
    const name = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) found.push(...source_files(name));
    else if (entry.isFile()) found.push(name);
  }
  return found.sort();
}

export function read(file) {
  return readFileSync(path.join(root, file), "utf8");
}

// Prints the findings and ends the process: 0 when there are none.
export function report(findings, good) {
  for (const finding of findings) console.log(finding);
  console.log(findings.length ? `${findings.length} found` : good);
  process.exit(findings.length ? 1 : 0);
}
