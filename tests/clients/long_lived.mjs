// A client that stays for many turns and speaks lines of JSON: asked on its standard input, heard on its standard output.

import { spawn } from "node:child_process";
import { end_family } from "./processes.mjs";

export class LongLived {
  static start([program, ...args], { cwd, env }) {
    const client = new LongLived();
    client.heard = [];
    client.waiting = [];
    client.stderr = "";
    client.child = spawn(program, args, { cwd, env, stdio: ["pipe", "pipe", "pipe"] });
    let kept = "";
    client.child.stdout.setEncoding("utf8").on("data", (text) => {
      const lines = (kept + text).split("\n");
      kept = lines.pop();
      for (const line of lines) client.#hear(line);
    });
    client.child.stderr.setEncoding("utf8").on("data", (text) => (client.stderr += text));
    client.child.stdin.on("error", () => {});
    client.child.once("close", (code) => {
      client.has_ended = true;
      for (const { reject } of client.waiting.splice(0)) reject(new Error(`the client ended with ${code}: ${client.stderr.slice(-2000)}`));
    });
    return client;
  }

  #hear(line) {
    let message;
    try {
      message = JSON.parse(line);
    } catch {
      return;
    }
    const at = this.waiting.findIndex(({ is_meant }) => is_meant(message));
    if (at >= 0) this.waiting.splice(at, 1)[0].resolve(message);
  }

  say(message) {
    this.child.stdin.write(JSON.stringify(message) + "\n");
  }

  // The first message from now on that is meant.
  hear(is_meant, deadline_ms) {
    if (this.has_ended) return Promise.reject(new Error(`the client has ended: ${this.stderr.slice(-2000)}`));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`the client did not answer in time: ${this.stderr.slice(-2000)}`)), deadline_ms);
      const settled = (act) => (value) => {
        clearTimeout(timer);
        act(value);
      };
      this.waiting.push({ is_meant, resolve: settled(resolve), reject: settled(reject) });
    });
  }

  // As a person leaves it: its input ends, and it may say good-bye to its hooks.
  async end() {
    if (this.has_ended) return;
    const closed = new Promise((resolve) => this.child.once("close", resolve));
    this.child.stdin.end();
    const timer = setTimeout(() => end_family(this.child.pid), 10_000);
    await closed;
    clearTimeout(timer);
  }
}
