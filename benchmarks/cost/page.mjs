// docs/clients/cost.md, from the figures of the benchmark.

import { client_versions } from "../../tests/clients/client_modules.mjs";
import { bars, bars_of } from "./figures.mjs";

const thousands = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ",");
const row = (...cells) => `| ${cells.join(" | ")} |`;
const table = (head, rows) => [row(...head), row(...head.map(() => "---")), ...rows.map((cells) => row(...cells))].join("\n");

const client_words = { opencode: "OpenCode", "claude-code": "Claude Code", codex: "Codex", gemini: "Gemini CLI" };
const part_words = {
  turn60: "One turn of 60 calls",
  turns5: "Five turns of five calls, a compaction, and one turn of five more",
};

function comparison(results) {
  const rows = results.flatMap((result) =>
    Object.entries(result.ways).map(([way, { requests, total, outside }]) => {
      const ratio = (name) => (result.ratios[way] ? `${result.ratios[way][name].toFixed(2)} ×` : "");
      return [client_words[result.client], way, requests, thousands(total), ratio("total"), thousands(outside), ratio("outside")];
    }),
  );
  return table(["client", "way", "requests", "characters", "", "outside the prefix", ""], rows);
}

function weights(results) {
  const rows = results.flatMap((result) =>
    Object.entries(result.weight).map(([way, { added, schemas, rules, pack, stop, rest, most_pack }]) => [client_words[result.client], way, ...[added, schemas, rules, pack, stop, rest, most_pack].map(thousands)]),
  );
  return table(["client", "way", "added", "schemas", "rules", "pack", "stop part", "rest", "longest pack later"], rows);
}

function judged(results) {
  const rows = results.map((result) => [client_words[result.client], part_words[result.part].toLowerCase(), ...bars_of(result).map(({ value, is_held }) => (is_held ? String(value) : `**${value}**`))]);
  return table(["client", "part", ...Object.values(bars).map(({ words, most }) => `${words} (≤ ${most})`)], rows);
}

export function cost_page(results) {
  const sections = Object.keys(part_words).map((part) => {
    const of_part = results.filter((result) => result.part === part);
    return of_part.length === 0 ? "" : `## ${part_words[part]}\n\n${comparison(of_part)}\n`;
  });
  const first = results.filter((result) => result.part === results[0].part);
  return `# What HiveMind adds to what a model reads

Made by \`./bench cost -- --write docs/clients/cost.md\`; do not edit. Measured in the real clients against a model that plays
a script: ${client_versions().join(", ")}.

The same work is done without us, in strict mode with a task begun at its start and ended at its end (two calls more), and in assisted
mode without any call of ours. *Characters* are those of all requests of the conversation: schemas, system, messages. *Outside the
prefix* are those of a request that do not continue the request before it byte for byte, and so are not read from the provider's
cache. Requests of the client for titles and summaries are counted apart. In Claude Code and Codex what hooks say becomes part of the
conversation and is summarised with it; there only what a summary's request was given beyond that counts. Gemini CLI is started anew
for each turn, because it hears no second prompt without a screen.

${sections.filter(Boolean).join("\n")}
## The first request by part

What it holds more than without us, in characters as sent.

${weights(first)}

## The bars

A figure in bold does not hold its bar; the worse of the two ways counts.

${judged(results)}
`;
}
