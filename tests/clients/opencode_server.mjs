// OpenCode as a server, for sessions of many turns: one process, asked over HTTP on 127.0.0.1.

import { start_opencode } from "./opencode.mjs";
import { end_family, wait_until } from "./processes.mjs";

const start_deadline_ms = 60_000;
const server_deadline_ms = 900_000;

export class Server {
  static async start(world) {
    const server = new Server();
    server.client = world.client = start_opencode(["serve", "--hostname", "127.0.0.1", "--port", "0"], world, server_deadline_ms);
    const address = () => /listening on (http:\/\/\S+)/.exec(server.client.said())?.[1];
    if (!(await wait_until(address, start_deadline_ms))) throw new Error(`the server did not start: ${server.client.said()}`);
    server.address = address();
    return server;
  }

  async ask(method, path, body) {
    const options = { method, headers: { "content-type": "application/json" }, body: body && JSON.stringify(body) };
    const response = await fetch(this.address + path, options);
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`);
    return text ? JSON.parse(text) : null;
  }

  async new_session() {
    return (await this.ask("POST", "/session", { title: "A session" })).id;
  }

  // One whole turn: resolves when the model has said its last word.
  prompt(session_id, text) {
    return this.ask("POST", `/session/${session_id}/message`, { parts: [{ type: "text", text }] });
  }

  async end() {
    await end_family(this.client.pid);
    await this.client.ended;
  }
}
