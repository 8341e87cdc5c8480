// Keeps the machine of whoever writes out of what everybody gets: no path of this checkout or of
// the home folder, no package registry, and lock files that name packages but no place to get them.
import { execFileSync } from "node:child_process";
import os from "node:os";
import path from "node:path";

import { read, report, root, source_files } from "./source_files.mjs";

function escaped(text) {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}

// A whole path: neither the tail of a longer one nor the head of a longer name.
function whole_path(text) {
  return new RegExp(`(?<![\\w.~-])${escaped(text)}(?![\\w-])`);
}

function configured_registry() {
  try {
    const url = execFileSync("npm", ["config", "get", "registry"], { cwd: root, encoding: "utf8", stdio: "pipe" });
    return [new URL(url.trim()).host];
  } catch {
    return [];
  }
}

function forbidden_places() {
  const places = [{ what: "a package registry", pattern: /\bregistry\.[a-z0-9-]+\.[a-z]+/ }];
  for (const [what, place] of [["the path of this checkout", root], ["the home folder", os.homedir()]]) {
    if (path.isAbsolute(place) && place !== "/") places.push({ what, pattern: whole_path(place) });
  }
  for (const host of configured_registry()) {
    places.push({ what: "the configured package registry", pattern: new RegExp(escaped(host)) });
  }
  return places;
}

const findings = [];
const places = forbidden_places();
const files = source_files();
for (const file of files) {
  const text = read(file);
  if (text.includes("\0")) continue;
  text.split("\n").forEach((line, index) => {
    for (const { what, pattern } of places) {
      if (pattern.test(line)) findings.push(`${file}:${index + 1}: names ${what}`);
    }
    if (path.basename(file) === "package-lock.json" && line.includes('"resolved"')) {
      findings.push(`${file}:${index + 1}: "resolved" ties the lock file to one registry`);
    }
    if (path.basename(file) === ".npmrc" && /registry\s*=|_auth|_password/i.test(line)) {
      findings.push(`${file}:${index + 1}: a registry or its keys belong in the user's own settings`);
    }
  });
}
report(findings, `${files.length} files`);
