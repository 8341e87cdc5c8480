// Makes index.js, what the package is, from the one plugin there is. `npm pack` runs this.
// Nobody ran `hivemind init` for it, so it takes the program from the path, and until that has said how the project
// wants failures to be treated, they let calls through.

import { readFileSync, writeFileSync } from "node:fs";

const filled_in = { "@HIVEMIND_BINARY@": "hivemind", "@HIVEMIND_FAIL@": "open" };

const here = (name) => new URL(name, import.meta.url);
let source = readFileSync(here("../../src/adapters/opencode/plugin.js"), "utf8");
for (const [place, text] of Object.entries(filled_in)) {
  if (!source.includes(place)) throw new Error(`${place} is not in the plugin any more.`);
  source = source.replace(place, text);
}
const { version } = JSON.parse(readFileSync(here("package.json"), "utf8"));
if (!source.includes(`plugin_version = "${version}"`)) throw new Error(`The plugin is not of version ${version}.`);
writeFileSync(here("index.js"), source);
