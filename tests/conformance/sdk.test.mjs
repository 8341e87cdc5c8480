// The official client of @modelcontextprotocol/sdk against the program, over standard input and output and over HTTP:
// what the one can do, the other can.

import assert from "node:assert/strict";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ResourceListChangedNotificationSchema, ResourceUpdatedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { test } from "./client_suite.mjs";
import { start_server } from "./suites.mjs";

async function over_stdio(world) {
  const client = new Client({ name: "sdk", version: "1" });
  await client.connect(new StdioClientTransport({ command: world.binary, args: ["mcp"], cwd: world.project }));
  return { client, end: () => client.close() };
}

async function over_http(world) {
  const server = await start_server(world.binary, ["mcp", "--http", "--json"], { cwd: world.project });
  const { url, token } = JSON.parse(server.lines);
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { Authorization: `Bearer ${token}` } } });
  const client = new Client({ name: "sdk", version: "1" });
  await client.connect(transport);
  return {
    client,
    end: async () => {
      await transport.terminateSession();
      await client.close();
      assert.equal(await server.stop(), 0);
    },
  };
}

// A promise with its keys outside, and a limit.
function awaited(what) {
  let keep;
  const promise = new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error(`${what} did not come`)), 20_000);
    keep = (value) => {
      clearTimeout(limit);
      resolve(value);
    };
  });
  return [promise, keep];
}

async function calls_tools(client) {
  const { tools } = await client.listTools();
  assert.ok(tools.some((tool) => tool.name === "hivemind_memory"));
  for (const tool of tools) {
    assert.equal(tool.annotations.openWorldHint, false, tool.name);
    assert.equal(tool.outputSchema.type, "object", tool.name);
  }
  // The client holds what it gets to the tool's output schema.
  const saved = await client.callTool({ name: "hivemind_memory", arguments: { action: "save", content: "The SDK was here" } });
  assert.match(saved.structuredContent.receipt.id, /^[0-9a-f-]{36}$/);
  const found = await client.callTool({ name: "hivemind_memory", arguments: { action: "recall", question: "SDK" } });
  assert.match(found.content[0].text, /The SDK was here/);
  const refused = await client.callTool({ name: "hivemind_memory", arguments: { action: "fly" } });
  assert.equal(refused.isError, true);
  assert.match(refused.content[0].text, /USE INSTEAD/);
  await assert.rejects(client.callTool({ name: "no_such_tool", arguments: {} }), /Unknown tool/);
  await client.ping();
  await client.setLoggingLevel("debug");
}

async function follows_resources(client, world) {
  const [updated, keep_updated] = awaited("notifications/resources/updated");
  const [changed, keep_changed] = awaited("notifications/resources/list_changed");
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => keep_updated(params.uri));
  client.setNotificationHandler(ResourceListChangedNotificationSchema, () => keep_changed(true));
  await client.subscribeResource({ uri: "hivemind://pack" });
  world.hivemind("memory", "save", "seen by who follows");
  assert.equal(await updated, "hivemind://pack");
  const pack = await client.readResource({ uri: "hivemind://pack" });
  assert.match(pack.contents[0].text, /seen by who follows/);
  world.hivemind("plan", "create", "--title", "A plan", "--intent", "To be listed");
  await changed;
  const { resources } = await client.listResources();
  const plan = resources.find((resource) => resource.uri.startsWith("hivemind://plan/"));
  assert.equal(plan.title, "A plan");
  const read = await client.readResource({ uri: plan.uri });
  assert.equal(JSON.parse(read.contents[0].text).plan.title, "A plan");
  const { resourceTemplates } = await client.listResourceTemplates();
  assert.ok(resourceTemplates.length >= 2);
  const { completion } = await client.complete({
    ref: { type: "ref/resource", uri: "hivemind://plan/{id}" },
    argument: { name: "id", value: "a pl" },
  });
  assert.equal(`hivemind://plan/${completion.values[0]}`, plan.uri);
  await client.unsubscribeResource({ uri: "hivemind://pack" });
}

async function gets_prompts(client) {
  const { prompts } = await client.listPrompts();
  assert.deepEqual(prompts.map((prompt) => prompt.name).sort(), ["plan", "resume", "review"]);
  const resume = await client.getPrompt({ name: "resume" });
  assert.equal(resume.messages[1].content.resource.uri, "hivemind://pack");
  const plan = await client.getPrompt({ name: "plan", arguments: { goal: "cross the river" } });
  assert.match(plan.messages[0].content.text, /cross the river/);
}

async function waits_and_cancels(client, world) {
  await client.callTool({ name: "hivemind_memory", arguments: { action: "list" } });
  const database = new DatabaseSync(path.join(world.project, ".hivemind", "hivemind.db"));
  database.exec("BEGIN IMMEDIATE");
  const [progress, keep_progress] = awaited("progress");
  const save = (content, options) => client.callTool({ name: "hivemind_memory", arguments: { action: "save", content } }, undefined, options);
  const waiting = save("kept after all", { onprogress: keep_progress });
  assert.ok((await progress).total > 0);
  await client.ping();
  const cancel = new AbortController();
  const [begun, keep_begun] = awaited("progress");
  const cancelled = save("taken back", { onprogress: keep_begun, signal: cancel.signal });
  await begun;
  cancel.abort("changed my mind");
  await assert.rejects(cancelled);
  database.exec("ROLLBACK");
  database.close();
  assert.match((await waiting).content[0].text, /Saved/);
  const list = await client.callTool({ name: "hivemind_memory", arguments: { action: "list" } });
  assert.doesNotMatch(list.content[0].text, /taken back/);
}

async function with_client(connect, world, body) {
  const { client, end } = await connect(world);
  try {
    await body(client, world);
  } finally {
    await end();
  }
}

test("SdkOverStdio.CallsTools", (world) => with_client(over_stdio, world, calls_tools));
test("SdkOverStdio.FollowsResources", (world) => with_client(over_stdio, world, follows_resources));
test("SdkOverStdio.GetsPrompts", (world) => with_client(over_stdio, world, gets_prompts));
test("SdkOverStdio.WaitsAndCancels", (world) => with_client(over_stdio, world, waits_and_cancels));
test("SdkOverHttp.CallsTools", (world) => with_client(over_http, world, calls_tools));
test("SdkOverHttp.FollowsResources", (world) => with_client(over_http, world, follows_resources));
test("SdkOverHttp.GetsPrompts", (world) => with_client(over_http, world, gets_prompts));
test("SdkOverHttp.WaitsAndCancels", (world) => with_client(over_http, world, waits_and_cancels));
