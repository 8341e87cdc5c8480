// A model's request in the words of any of the four protocols, read as the same things: what the model sees in the order
// in which caches see it, what came after its own last words, and which parts of it are ours.

const text_of_parts = (content) => (typeof content === "string" ? content : (content ?? []).map((part) => part.text ?? (part.content ? text_of_parts(part.content) : "")).join("\n"));

// Marks that a client moves about and that no model reads.
const without_marks = (_, value) => {
  if (value === null || typeof value !== "object" || Array.isArray(value) || !("cache_control" in value)) return value;
  const { cache_control, ...rest } = value;
  return rest;
};

const json = (value) => JSON.stringify(value ?? null, without_marks);

// { tools, system, messages }: arrays as the protocol has them.
export function sections(body) {
  if (body.contents) return { tools: body.tools ?? [], system: [body.systemInstruction], messages: body.contents };
  if (body.input) return { tools: body.tools ?? [], system: [body.instructions], messages: body.input };
  return { tools: body.tools ?? [], system: body.system ? [body.system] : [], messages: body.messages ?? [] };
}

// The whole request as one text, in the order in which a provider's cache reads it: schemas, system, conversation.
export function cache_text(body) {
  const { tools, system, messages } = sections(body);
  return [json(tools), ...system.map(json), ...messages.map(json)].join("\n");
}

export function common_prefix(one, other) {
  const most = Math.min(one.length, other.length);
  let at = 0;
  while (at < most && one.charCodeAt(at) === other.charCodeAt(at)) at++;
  return at;
}

// The schemas that the request declares, each with its name, whatever groups them.
export function declared_tools(body) {
  const { tools, messages } = sections(body);
  const inside = messages.filter((item) => item.type === "additional_tools").flatMap((item) => item.tools ?? []);
  return [...tools, ...inside].flatMap((tool) => {
    if (tool.functionDeclarations) return tool.functionDeclarations.map((each) => ({ name: each.name, text: json(each) }));
    const grouped = tool.type === "namespace" ? tool.tools : null;
    if (grouped) return grouped.map((each) => ({ name: `${tool.name}${tool.name.endsWith("_") ? "" : "__"}${each.name}`, text: json(each) }));
    return [{ name: tool.name ?? tool.function?.name ?? tool.type, text: json(tool) }];
  });
}

export const is_our_tool = (name) => /(^|_)(govern|hivemind)(_|$)/.test(name);

// Every text of a request that a model reads, schemas left out.
export function texts_of(body) {
  const { system, messages } = sections(body);
  const found = [];
  const walk = (value, key) => {
    if (typeof value === "string") {
      if (!["role", "type", "id", "call_id", "tool_use_id", "tool_call_id", "name", "status", "encrypted_content"].includes(key)) found.push(value);
    } else if (Array.isArray(value)) value.forEach((each) => walk(each, key));
    else if (value && typeof value === "object") for (const [name, each] of Object.entries(value)) walk(each, name);
  };
  walk(system, "system");
  walk(messages.filter((item) => item.type !== "additional_tools"), "messages");
  return found;
}

// The length of all blocks <name …>…</name> in the texts.
export function block_length(texts, name) {
  const block = new RegExp(`<${name}[ >][\\s\\S]*?</${name}>`, "g");
  return texts.reduce((sum, text) => sum + [...text.matchAll(block)].reduce((length, match) => length + match[0].length, 0), 0);
}

const is_models = (message) =>
  ["assistant", "model"].includes(message.role) || ["function_call", "custom_tool_call", "reasoning", "tool_search_call"].includes(message.type);

// What came after the model's own last words: { results, notes }, texts of tool results and of everything else.
export function news_of(body) {
  const { messages } = sections(body);
  const last = messages.findLastIndex(is_models);
  const news = { results: [], notes: [] };
  for (const message of messages.slice(last + 1)) read_message(message, news);
  return news;
}

function read_message(message, { results, notes }) {
  if (message.role === "tool") return void results.push(text_of_parts(message.content));
  if (/_output$/.test(message.type ?? "")) return void results.push(typeof message.output === "string" ? message.output : text_of_parts(message.output));
  if (message.parts) {
    for (const part of message.parts) {
      if (part.functionResponse) results.push(text_of_response(part.functionResponse.response));
      else if (part.text) notes.push(part.text);
    }
    return;
  }
  if (typeof message.content === "string") return void notes.push(message.content);
  for (const part of message.content ?? []) {
    if (part.type === "tool_result") results.push(text_of_parts(part.content));
    else if (part.text) notes.push(part.text);
  }
}

const text_of_response = (response) => Object.values(response ?? {}).map((value) => (typeof value === "string" ? value : JSON.stringify(value))).join("\n");

// The texts of the user's side of the conversation, which a subagent's prompt is one of.
export function user_texts(body) {
  return sections(body).messages.flatMap((message) => {
    if (message.role !== "user" && message.type !== "agent_message") return [];
    if (message.parts) return message.parts.map((part) => part.text ?? "");
    return [text_of_parts(message.content)];
  });
}
