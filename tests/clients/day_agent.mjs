// An agent that does its work and knows no rule of ours. When a call is refused it makes the first call that the refusal's
// USE INSTEAD names, as it stands there, and then its own call again; when that is refused too, it has come to a dead end
// and goes on with its next call.

import { news_of, user_texts } from "./request_parts.mjs";
import { kind_of_own } from "./scenario.mjs";

const is_refusal = (text) => /GOVERNANCE BLOCK/.test(text) || (/USE INSTEAD:/.test(text) && !/let this call through/i.test(text));

// An answer of one of our own tools that says what was wrong and that nothing was done; some clients show it as JSON.
const is_failure = (text) => is_refusal(text) || /"use_instead":|^(?:<untrusted_context>\s*)?(?:Error|MCP error)/.test(text.trim());

function without_blocks(text) {
  return text.replace(/<(hivemind_rules|hivemind_state|before_you_stop)[ >][\s\S]*?<\/\1>/g, "");
}

// Texts of ours behind a call that was carried out: in its result, or as what the client says of a hook.
function hints_in(text, is_note) {
  if (is_refusal(text)) return [];
  const hint = is_note ? /(?:^|hook additional context: |<hook_context>)\s*(HiveMind[\s\S]*?)(?=\n\n|<\/|$)/g : /(?:^|\n)\s*(?:<hook_context>)?(HiveMind[\s\S]*?)(?=\n\n|<\/|$)/g;
  return [...without_blocks(text).matchAll(hint)].map((match) => match[1].trim());
}

// The JSON object that begins at a place, or null.
function object_at(text, start) {
  let depth = 0;
  let is_quoted = false;
  for (let at = start; at < text.length; at++) {
    const sign = text[at];
    if (is_quoted) {
      if (sign === "\\") at++;
      else if (sign === '"') is_quoted = false;
    } else if (sign === '"') is_quoted = true;
    else if (sign === "{") depth++;
    else if (sign === "}" && --depth === 0) {
      try {
        return JSON.parse(text.slice(start, at + 1));
      } catch {
        return null;
      }
    }
  }
  return null;
}

function use_instead(refusal) {
  const quoted = /"use_instead":("(?:[^"\\]|\\.)*")/.exec(refusal);
  if (quoted) return JSON.parse(quoted[1]);
  const begin = refusal.search(/USE INSTEAD:|GET OUT:/);
  return begin < 0 ? null : refusal.slice(begin).replace(/^(USE INSTEAD|GET OUT):/, "").split(/\n(?:EVIDENCE|WHY|WHAT)/)[0];
}

// The first call that a refusal tells to make: a tool of ours with its arguments, or a command in backquotes that is not
// for the person.
export function first_remedy(refusal) {
  const text = use_instead(refusal);
  if (text === null) return null;
  const tool = /`?\b((?:mcp__?hivemind__?)?(?:govern_\w+|hivemind_\w+|hivemind))\b`?[^{}`.;]{0,40}\{/g;
  for (const match of text.matchAll(tool)) {
    const args = object_at(text, match.index + match[0].length - 1);
    if (args) return { kind: "own", tool: match[1].replace(/^mcp__?hivemind__?/, ""), args, at: match.index };
  }
  for (const match of text.matchAll(/`([^`]+)`/g)) {
    const sentence = text.slice(0, match.index).split(/[.;]\s|\n/).at(-1);
    if (!/person|coordinator|whoever/i.test(sentence)) return { kind: "shell", command: match[1] };
  }
  return null;
}

export class DayAgent {
  dead_ends = [];
  refusals = [];
  failures = [];
  hints = [];
  governance = { begin: 0, end: 0, plan: 0, delegation: 0, other: 0 };
  turn = 0;
  delegations = 0;

  // One that does not obey takes a refusal as it is and goes on with its next call.
  constructor(driver, { is_governed, obeys }) {
    Object.assign(this, { driver, is_governed, obeys, conversations: [] });
  }

  // What it does in the coming turn.
  begin_turn({ calls, say, folder }) {
    this.turn++;
    this.conversations = [new Conversation(this, { calls, say, folder, prompt: null })];
  }

  // True when everything it wanted to do was tried.
  has_done_all() {
    return this.conversations.every((conversation) => conversation.is_over());
  }

  left() {
    return this.conversations.flatMap((conversation) => conversation.left());
  }

  // The step that answers a request.
  answer(body, { is_agent }) {
    const inside = this.conversations.slice(1).filter((conversation) => is_agent || user_texts(body).some((text) => text.includes(conversation.prompt)));
    const conversation = inside.findLast((each) => !each.is_over()) ?? inside.at(-1) ?? this.conversations[0];
    return conversation.answer(body);
  }
}

class Conversation {
  constructor(agent, { calls, say, folder, prompt }) {
    Object.assign(this, { agent, say, folder, prompt });
    this.waiting = calls.filter((call) => agent.is_governed || call.kind !== "own");
    this.made = null; // { call, parts, attempt } or { remedy_of }
    this.has_ended = false;
    this.held_back = 0;
  }

  is_over() {
    return this.waiting.length === 0 && this.made === null;
  }

  left() {
    return [...(this.made ? [this.made.call] : []), ...this.waiting].map(words_of);
  }

  answer(body) {
    const { results, notes } = news_of(body);
    if (results.length > 0) this.#count_hints(results, notes);
    if (this.has_ended) return this.#answer_after_end(notes);
    const result = results.map(without_blocks).join("\n");
    return this.#judge(result) ?? this.#next();
  }

  // A step that the last result asks for, or null to go on.
  #judge(result) {
    const { made, agent } = this;
    if (!made) return null;
    const { call } = made;
    if (made.is_remedy) {
      if (is_failure(result)) agent.failures.push({ turn: agent.turn, call: words_of(made.remedy), text: result });
      return this.#make(call, 2);
    }
    const is_refused = call.kind === "own" ? is_failure(result) : is_refusal(result);
    if (!is_refused) {
      if (made.parts.length > 0) return this.#say_call(made);
      this.made = null;
      return null;
    }
    const remedy = first_remedy(result);
    agent.refusals.push({ turn: agent.turn, call: words_of(call), text: result, remedy: remedy && words_of(remedy) });
    if (!agent.obeys) return this.#give_up(call);
    if (made.attempt === 2 || !remedy) return this.#dead_end(call, result, made.attempt === 2 ? "refused again after the first call of USE INSTEAD was made" : "no call in USE INSTEAD");
    this.made = { call, is_remedy: true, remedy, parts: [] };
    return this.#say(remedy);
  }

  #dead_end(call, text, why) {
    this.agent.dead_ends.push({ turn: this.agent.turn, call: words_of(call), why, text });
    return this.#give_up(call);
  }

  #give_up(call) {
    this.made = null;
    if (call.kind === "delegate") this.agent.conversations = this.agent.conversations.filter((each) => each.prompt !== call.prompt);
    return null;
  }

  #next() {
    const call = this.waiting.shift();
    if (call) return this.#make(call, 1);
    this.has_ended = true;
    return this.#last_words();
  }

  #last_words() {
    return this.prompt === null ? { text: this.say } : this.agent.driver.agent_says?.(this.say) ?? { text: this.say };
  }

  // Asked again after its last words: it was held back, or the client wants to hear them once more.
  #answer_after_end(notes) {
    if (this.remedy_made) {
      this.remedy_made = false;
      return this.#last_words();
    }
    const refusal = notes.map(without_blocks).findLast(is_refusal);
    if (!refusal) return this.#last_words();
    const call = { kind: "end of the turn" };
    const remedy = first_remedy(refusal);
    this.agent.refusals.push({ turn: this.agent.turn, call: words_of(call), text: refusal, remedy: remedy && words_of(remedy) });
    if (++this.held_back > 1) this.agent.dead_ends.push({ turn: this.agent.turn, call: words_of(call), why: "held back again", text: refusal });
    if (this.held_back > 1 || !remedy) return this.#last_words();
    this.remedy_made = true;
    return this.#say(remedy);
  }

  #make(call, attempt) {
    const { driver } = this.agent;
    if (call.kind === "delegate" && attempt === 1) {
      this.agent.delegations++;
      this.agent.conversations.push(new Conversation(this.agent, { calls: call.calls, say: call.say, folder: this.folder, prompt: call.prompt }));
    }
    const parts = driver.calls[call.kind](this.folder, call, this.agent.delegations);
    this.made = { call, attempt, parts };
    this.#count_governance(call);
    return this.#say_call(this.made);
  }

  #say_call(made) {
    return { calls: [made.parts.shift()] };
  }

  #say(call) {
    this.#count_governance(call);
    return { calls: this.agent.driver.calls[call.kind](this.folder, call) };
  }

  #count_governance(call) {
    if (call.kind === "own") this.agent.governance[kind_of_own(call)]++;
    else if (call.kind === "shell" && /^\s*hivemind\s/.test(call.command)) this.agent.governance.other++;
  }

  #count_hints(results, notes) {
    if (!this.agent.is_governed) return;
    const found = [...results.flatMap((text) => hints_in(text, false)), ...notes.flatMap((text) => hints_in(text, true))];
    for (const text of found) this.agent.hints.push({ turn: this.agent.turn, text });
  }
}

export function words_of(call) {
  if (call.kind === "own") return `${call.tool} ${JSON.stringify(call.args)}`;
  if (call.kind === "delegate") return `delegate: ${call.prompt}`;
  return [call.kind, call.file ?? call.command].filter(Boolean).join(" ");
}
