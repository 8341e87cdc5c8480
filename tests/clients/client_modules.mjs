// Where the clients are: the pinned ones beside this file, or those of another folder that HIVEMIND_CLIENT_MODULES names.

import { readFileSync } from "node:fs";
import { join } from "node:path";

export const modules_folder = process.env.HIVEMIND_CLIENT_MODULES ?? new URL("./node_modules", import.meta.url).pathname;

export const in_modules = (path) => join(modules_folder, path);

// The names that package.json pins, each with the version that is installed.
export function client_versions() {
  const { dependencies } = JSON.parse(readFileSync(new URL("./package.json", import.meta.url), "utf8"));
  return Object.keys(dependencies).map((name) => {
    const { version } = JSON.parse(readFileSync(in_modules(`${name}/package.json`), "utf8"));
    return `${name.replace(/^@[^/]*\/|-linux-x64$/g, "")} ${version.replace(/-linux-x64$/, "")}`;
  });
}
