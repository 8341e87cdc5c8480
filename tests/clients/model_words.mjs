// How a step of a script is said in the words of each protocol, as a stream. Told apart by the address that is asked.

let call_count = 0;

function next_call_id(prefix) {
  call_count++;
  return `${prefix}_${call_count}`;
}

function open_stream(response) {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
}

// OpenAI chat completions: OpenCode.
function chat_completions(response, { text, calls = [], tokens = 100 }, model) {
  open_stream(response);
  const head = { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model };
  const send = (delta, finish_reason = null) =>
    response.write(`data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta, finish_reason }] })}\n\n`);
  send({ role: "assistant", content: text ?? "" });
  calls.forEach(({ id, name, args }, index) =>
    send({ tool_calls: [{ index, id: id ?? next_call_id("call"), type: "function", function: { name, arguments: JSON.stringify(args) } }] }),
  );
  send({}, calls.length > 0 ? "tool_calls" : "stop");
  const usage = { prompt_tokens: tokens, completion_tokens: 10, total_tokens: tokens + 10 };
  response.write(`data: ${JSON.stringify({ ...head, choices: [], usage })}\n\n`);
  response.end("data: [DONE]\n\n");
}

// Anthropic messages: Claude Code.
function messages(response, { text, calls = [], tokens = 100 }, model) {
  open_stream(response);
  const send = (type, more) => response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`);
  const usage = { input_tokens: tokens, output_tokens: 10, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
  const message = { id: next_call_id("msg"), type: "message", role: "assistant", model, content: [], stop_reason: null, stop_sequence: null, usage };
  send("message_start", { message });
  const block = (index, content_block, delta) => {
    send("content_block_start", { index, content_block });
    send("content_block_delta", { index, delta });
    send("content_block_stop", { index });
  };
  let index = 0;
  if (text || calls.length === 0) block(index++, { type: "text", text: "" }, { type: "text_delta", text: text ?? "" });
  for (const { name, args } of calls) {
    const content_block = { type: "tool_use", id: next_call_id("toolu"), name, input: {} };
    block(index++, content_block, { type: "input_json_delta", partial_json: JSON.stringify(args) });
  }
  send("message_delta", { delta: { stop_reason: calls.length > 0 ? "tool_use" : "end_turn", stop_sequence: null }, usage: { output_tokens: 10 } });
  send("message_stop", {});
  response.end();
}

// OpenAI responses: Codex. A call with `input` is one of a tool that takes plain text.
function responses(response, { text, calls = [], tokens = 100 }) {
  open_stream(response);
  const send = (type, more) => response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`);
  const id = next_call_id("resp");
  send("response.created", { response: { id } });
  const items = calls.map(({ name, namespace, args, input }) =>
    input === undefined
      ? { type: "function_call", id: next_call_id("fc"), call_id: next_call_id("call"), name, namespace, arguments: JSON.stringify(args) }
      : { type: "custom_tool_call", id: next_call_id("ctc"), call_id: next_call_id("call"), name, input },
  );
  if (text || items.length === 0) {
    items.unshift({ type: "message", role: "assistant", id: next_call_id("msg"), content: [{ type: "output_text", text: text ?? "" }] });
  }
  for (const item of items) send("response.output_item.done", { item });
  const usage = { input_tokens: tokens, input_tokens_details: null, output_tokens: 10, output_tokens_details: null, total_tokens: tokens + 10 };
  send("response.completed", { response: { id, usage } });
  response.end();
}

// Gemini, as a stream and whole.
function gemini_answer({ text, calls = [], tokens = 100 }) {
  const parts = [];
  if (text || calls.length === 0) parts.push({ text: text ?? "" });
  for (const { name, args } of calls) parts.push({ functionCall: { name, args } });
  return {
    candidates: [{ content: { role: "model", parts }, finishReason: "STOP", index: 0 }],
    usageMetadata: { promptTokenCount: tokens, candidatesTokenCount: 10, totalTokenCount: tokens + 10 },
    modelVersion: "gemini-2.5-pro",
  };
}

function generate_stream(response, step) {
  open_stream(response);
  response.end(`data: ${JSON.stringify(gemini_answer(step))}\n\n`);
}

function generate(response, step) {
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify(gemini_answer(step)));
}

// { say, is_main } for a request, or null when it asks for no answer of a model.
export function words_for(url, body) {
  if (/\/messages\?|\/messages$/.test(url)) return { say: messages, is_main: (body.tools ?? []).length > 0 };
  if (/\/responses$/.test(url)) return { say: responses, is_main: true };
  if (url.includes(":streamGenerateContent")) return { say: generate_stream, is_main: (body.tools ?? []).length > 0 };
  if (url.includes(":generateContent")) return { say: generate, is_main: false };
  if (url.includes("/chat/completions")) return { say: chat_completions, is_main: true };
  return null;
}
