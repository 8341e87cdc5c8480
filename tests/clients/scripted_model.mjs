// A model that plays a script. It speaks the OpenAI chat-completions protocol with streaming on 127.0.0.1, and answers
// the n-th request of the client's main model with the n-th step of the script. Every request is kept, in memory and
// in a file.
//
// A step is one of
//   { text: "…" }                                  a reply, which ends the turn
//   { calls: [{ name: "write", args: {…} }, …] }   tool calls in one reply
//   async (request) => step                        acts first, with the recorded request at hand
// The first two may say how many `tokens` the request is to have cost.
//
// Requests for the small model (titles) are answered apart and are no steps.

import { appendFileSync } from "node:fs";
import { createServer } from "node:http";

export const main_model = "scripted";
export const small_model = "small";

export class ScriptedModel {
  requests = [];
  failure = null;

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
  play(steps) {
    this.steps = [...steps];
    this.requests = [];
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
    appendFileSync(this.record_file, JSON.stringify({ url: request.url, body }) + "\n");
    if (body.model === small_model) return stream(response, { text: "A title" });
    this.requests.push(body);
    try {
      stream(response, await this.#next_step(body));
    } catch (error) {
      this.failure ??= error;
      stream(response, { text: `The script failed: ${error.message}` });
    }
  }

  async #next_step(body) {
    if (this.steps.length === 0) throw new Error("the client asked for more than the script holds");
    let step = this.steps.shift();
    while (typeof step === "function") step = await step(body);
    return step;
  }
}

function stream(response, { text, calls = [], tokens = 100 }) {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  const send = (delta, finish_reason = null) =>
    response.write(`data: ${JSON.stringify({ ...chunk_head, choices: [{ index: 0, delta, finish_reason }] })}\n\n`);
  send({ role: "assistant", content: text ?? "" });
  calls.forEach((call, index) => send({ tool_calls: [tool_call(call, index)] }));
  send({}, calls.length > 0 ? "tool_calls" : "stop");
  const usage = { prompt_tokens: tokens, completion_tokens: 10, total_tokens: tokens + 10 };
  response.write(`data: ${JSON.stringify({ ...chunk_head, choices: [], usage })}\n\n`);
  response.end("data: [DONE]\n\n");
}

const chunk_head = { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model: main_model };
let call_count = 0;

function tool_call({ name, args }, index) {
  call_count++;
  return { index, id: `call_${call_count}`, type: "function", function: { name, arguments: JSON.stringify(args) } };
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
