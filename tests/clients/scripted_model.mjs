// A model that plays a script. It speaks the protocols of model_words.mjs on 127.0.0.1, and answers the n-th request of
// the client's main model with the n-th step of the script. Every request is kept, in memory and in a file.
//
// A step is one of
//   { text: "…" }                                  a reply, which ends the turn
//   { calls: [{ name: "write", args: {…} }, …] }   tool calls in one reply
//   async (request) => step                        acts first, with the recorded request at hand
// The first two may say how many `tokens` the request is to have cost. A call may have an `id` of its own.
//
// Requests for the small model (titles) are answered apart and are no steps. A subagent's requests have steps of their
// own where the client marks them. Instead of a script, a function may answer every request but those: play_by().

import { appendFileSync } from "node:fs";
import { createServer } from "node:http";
import { words_for } from "./model_words.mjs";

export const main_model = "scripted";
export const small_model = "small";

export class ScriptedModel {
  requests = [];
  failure = null;
  // Every request since play() or play_by(), as { kind, url, body }; kind is main, agent or small.
  records = [];

  constructor(record_file) {
    this.record_file = record_file;
    this.steps = [];
    this.server = createServer((request, response) => this.#answer(request, response));
  }

  async listen() {
    await new Promise((resolve, reject) => {
      this.server.once("error", reject);
      this.server.listen(0, "127.0.0.1", resolve);
    });
    this.port = this.server.address().port;
  }

  // Sets the steps for the coming run and forgets the requests of an earlier one.
  play(steps, agent_steps = []) {
    this.steps = [...steps];
    this.agent_steps = [...agent_steps];
    this.player = null;
    this.#forget();
  }

  // `player` answers each request of the main model and of subagents with a step: player(body, { is_agent, url }).
  play_by(player) {
    this.play([]);
    this.player = player;
  }

  #forget() {
    this.requests = [];
    this.agent_requests = [];
    this.records = [];
    this.failure = null;
  }

  async close() {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  async #answer(request, response) {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = JSON.parse(Buffer.concat(chunks).toString("utf8") || "{}");
    const is_agent = is_of_agent(request.headers);
    appendFileSync(this.record_file, JSON.stringify({ url: request.url, is_agent, body }) + "\n");
    const words = words_for(request.url, body);
    if (words === null) return answer_plainly(response);
    const is_small = body.model === small_model || !words.is_main;
    this.records.push({ kind: is_small ? "small" : is_agent ? "agent" : "main", url: request.url, body });
    if (is_small) return words.say(response, { text: "A title" }, body.model);
    (is_agent ? this.agent_requests : this.requests).push(body);
    try {
      const step = this.player ? await this.player(body, { is_agent, url: request.url }) : await this.#next_step(is_agent ? this.agent_steps : this.steps, body);
      words.say(response, step, body.model);
    } catch (error) {
      this.failure ??= error;
      words.say(response, { text: `The script failed: ${error.message}` }, body.model);
    }
  }

  async #next_step(steps, body) {
    if (steps.length === 0) throw new Error("the client asked for more than the script holds");
    let step = steps.shift();
    while (typeof step === "function") step = await step(body);
    return step;
  }
}

// Claude Code and Codex each mark a subagent's requests with a header of their own.
function is_of_agent(headers) {
  return headers["x-claude-code-agent-id"] !== undefined || headers["x-openai-subagent"] !== undefined;
}

// Counts of tokens, lists of models and the like.
function answer_plainly(response) {
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ input_tokens: 100, totalTokens: 100, data: [], models: [] }));
}

// What a request holds, as plain text: all of it, its tool results, and how often a text stands in it.

export function text_of(content) {
  if (typeof content === "string") return content;
  return (content ?? []).map((part) => part.text ?? "").join("\n");
}

export function whole_text(request) {
  return request.messages.map((message) => text_of(message.content)).join("\n");
}

export function tool_results(request) {
  return request.messages.filter((message) => message.role === "tool").map((message) => text_of(message.content));
}

export function last_tool_result(request) {
  return tool_results(request).at(-1) ?? "";
}

export function count_in(text, part) {
  return text.split(part).length - 1;
}
