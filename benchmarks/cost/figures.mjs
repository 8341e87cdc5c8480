// The figures of a run from the requests it made, and how a run with us compares to one without.

import { block_length, cache_text, common_prefix, declared_tools, is_our_tool, texts_of } from "../../tests/clients/request_parts.mjs";

export const bars = {
  outside: { words: "characters outside the common prefix, times those without us", most: 1.15 },
  total: { words: "characters in all, times those without us", most: 1.15 },
  schemas: { words: "characters of our schemas in a request", most: 6000 },
  rules: { words: "characters of our rules in a request", most: 600 },
  twice: { words: "texts of ours that stand twice in one request", most: 0 },
  aside: { words: "characters of ours that title and summary requests were given", most: 0 },
};

const blocks = { rules: "hivemind_rules", pack: "hivemind_state", stop: "before_you_stop" };
const shortest_text = 60; // of what counts as said twice

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

// What of a request is ours and says so.
function marked(body) {
  const texts = texts_of(body);
  const found = { schemas: sum(declared_tools(body).filter(({ name }) => is_our_tool(name)).map(({ text }) => text.length)) };
  for (const [part, name] of Object.entries(blocks)) found[part] = block_length(texts, name);
  return found;
}

// Lines long enough to be told apart, without what differs from run to run.
function long_lines(body, root) {
  const lines = texts_of(body).flatMap((text) => text.split("\n"));
  return lines.map((line) => line.replaceAll(root, "ROOT").trim()).filter((line) => line.length >= shortest_text);
}

const all_marked = (body) => sum(Object.values(marked(body)));

// What of a request beside the conversation is ours. Where hooks put their texts into the conversation itself, what the
// request before it had is the conversation, not something that was put there.
function ours_aside(records, at, { keeps_injected }) {
  const before = keeps_injected ? records.slice(0, at).findLast(({ kind }) => kind === "main") : null;
  return Math.max(0, all_marked(records[at].body) - (before ? all_marked(before.body) : 0));
}

export function measure_run(records, root, driver) {
  const main = records.filter(({ kind }) => kind === "main").map(({ body }) => body);
  const texts = main.map((body) => cache_text(body).replaceAll(root, "ROOT"));
  const outside = texts.map((text, at) => text.length - (at === 0 ? 0 : common_prefix(texts[at - 1], text)));
  const aside = {};
  for (const kind of ["small", "summary"]) {
    const places = records.flatMap((record, at) => (record.kind === kind ? [at] : []));
    if (places.length > 0) aside[kind === "small" ? "title" : kind] = { requests: places.length, ours: sum(places.map((at) => ours_aside(records, at, driver))) };
  }
  return {
    requests: main.length,
    total: sum(texts.map((text) => text.length)),
    outside: sum(outside),
    first: texts[0].length,
    marked: main.map(marked),
    lines: main.map((body) => long_lines(body, root)),
    aside,
  };
}

// The lines that stand twice in one request and that no request without us has.
function said_twice(run, without) {
  const known = new Set(without.lines.flat());
  const found = new Set();
  for (const lines of run.lines) {
    const seen = new Set();
    for (const line of lines) {
      if (seen.has(line) && !known.has(line)) found.add(line);
      seen.add(line);
    }
  }
  return [...found];
}

const most_of = (run, part) => Math.max(...run.marked.map((parts) => parts[part]));

// Everything that is shown of one client and part, from its runs by the way the work was done.
export function compare(runs) {
  const { without } = runs;
  const result = { ways: {}, ratios: {}, weight: {}, twice: {}, aside: {} };
  for (const [way, run] of Object.entries(runs)) {
    result.ways[way] = { requests: run.requests, total: run.total, outside: run.outside };
    if (way === "without") continue;
    result.ratios[way] = { total: run.total / without.total, outside: run.outside / without.outside };
    const added = run.first - without.first;
    const first = run.marked[0];
    result.weight[way] = { added, ...first, rest: added - sum(Object.values(first)), most_rules: most_of(run, "rules"), most_pack: most_of(run, "pack") };
    result.twice[way] = said_twice(run, without);
    result.aside[way] = run.aside;
  }
  return result;
}

// The bars of a result, the worse of the ways for each.
export function bars_of(result) {
  const ways = Object.keys(result.ratios);
  const worst = (value) => Math.max(...ways.map(value));
  const values = {
    outside: Number(worst((way) => result.ratios[way].outside).toFixed(3)),
    total: Number(worst((way) => result.ratios[way].total).toFixed(3)),
    schemas: worst((way) => result.weight[way].schemas),
    rules: worst((way) => result.weight[way].most_rules),
    twice: worst((way) => result.twice[way].length),
    aside: worst((way) => sum(Object.values(result.aside[way]).map(({ ours }) => ours))),
  };
  return Object.entries(bars).map(([key, { words, most }]) => ({ key, name: words, value: values[key], most, is_held: values[key] <= most }));
}
