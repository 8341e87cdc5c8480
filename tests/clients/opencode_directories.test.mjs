// One process of OpenCode serves many directories; each is governed by its own HiveMind, or by none.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { client_environment, client_settings, keep_offline } from "./opencode.mjs";
import { refusal_parts, start_task } from "./expectations.mjs";
import { last_tool_result } from "./scripted_model.mjs";
import { Server } from "./opencode_server.mjs";
import { serve_children } from "./processes.mjs";
import { test } from "./suite.mjs";

// A name that a shell, a regular expression and an address would each read in their own way.
const odd_name = "it's a $(päth) & 100% \"odd\"";

function make_directory(world, name) {
  const root = join(world.root, name);
  mkdirSync(join(root, ".opencode"), { recursive: true });
  keep_offline(join(root, ".opencode"));
  writeFileSync(join(root, "opencode.json"), JSON.stringify(client_settings(world.model.port), null, 2) + "\n");
  execFileSync("git", ["init", "-q", root], { stdio: "ignore" });
  return root;
}

test("OpenCode.GovernsEachDirectoryOfOneProcessByItself", async (world) => {
  await world.init("strict");
  const [odd, free] = [make_directory(world, odd_name), make_directory(world, "free")];
  execFileSync(world.binary, ["init", "--client", "opencode", "--mode", "strict", "--yes"], { cwd: odd, env: client_environment(world.home, odd), stdio: "ignore" });
  const server = await Server.start(world);
  // One write in a session of its own, after whatever else is to be done there.
  const write_in = async (root, before = []) => {
    const at = `?directory=${encodeURIComponent(root)}`;
    const session = (await server.ask("POST", `/session${at}`, { title: "A session" })).id;
    world.model.play([...before, { calls: [{ name: "write", args: { filePath: join(root, "a.txt"), content: "written" } }] }, { text: "Seen." }]);
    await server.ask("POST", `/session/${session}/message${at}`, { parts: [{ type: "text", text: "Begin" }] });
    return last_tool_result(world.model.requests.at(-1));
  };
  try {
    for (const root of [world.project, odd]) {
      const told = await write_in(root);
      for (const part of refusal_parts) assert.match(told, part, root);
      assert.equal(existsSync(join(root, "a.txt")), false, root);
    }
    await write_in(free);
    assert.equal(existsSync(join(free, "a.txt")), true, "nothing is governed that is no project");
    assert.equal(serve_children(world.client.pid).length, 2, "a child for each that is governed");
    await write_in(odd, [start_task("Write")]);
    assert.equal(readFileSync(join(odd, "a.txt"), "utf8"), "written");
    for (const part of refusal_parts) assert.match(await write_in(world.project), part, "the task of one is not the other's");
  } finally {
    await server.end();
  }
});
