// Round trips of one JSON line between a Bun host and a native child, over the
// child's pipes, a unix socket, and a process for each call. Run it with the
// Bun inside the OpenCode binary (see README.md):
//
//   BUN_BE_BUN=1 opencode run measure.js ECHO [ROUNDS] [CALLS]
//
// The transports take turns within each round, so that a busy machine slows
// all of them alike; the ratio of a round is what counts.

const [echo, rounds = "5", calls = "500"] = process.argv.slice(2);
const sizes = [534, 16384];
const warmup_calls = 50;

// A JSON line of exactly `size` bytes, its line end included.
function json_line(size) {
  const empty = JSON.stringify({ id: "00000000-0000-4000-8000-000000000000", hook: "tool.execute.before", input: "" });
  return JSON.stringify({ ...JSON.parse(empty), input: "x".repeat(size - empty.length - 1) }) + "\n";
}

// Collects chunks to lines and hands each to whoever waits for it.
function line_reader() {
  let pending = "";
  let deliver;
  return {
    take(text) {
      pending += text;
      const end = pending.indexOf("\n");
      if (end < 0) return;
      const line = pending.slice(0, end);
      pending = pending.slice(end + 1);
      deliver(line);
    },
    next: () => new Promise((resolve) => (deliver = resolve)),
  };
}

function over_pipes() {
  const child = Bun.spawn([echo, "pipe"], { stdin: "pipe", stdout: "pipe", stderr: "ignore" });
  const reader = line_reader();
  (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of child.stdout) reader.take(decoder.decode(chunk, { stream: true }));
  })();
  return {
    async call(line) {
      const reply = reader.next();
      child.stdin.write(line);
      child.stdin.flush();
      return JSON.parse(await reply);
    },
    async close() {
      child.stdin.end();
      await child.exited;
    },
  };
}

async function over_socket() {
  const path = `${process.env.TMPDIR ?? "/tmp"}/hivemind-transport-${process.pid}-${Math.random().toString(36).slice(2)}.sock`;
  const child = Bun.spawn([echo, "socket", path], { stdin: "ignore", stdout: "ignore", stderr: "ignore" });
  const reader = line_reader();
  const decoder = new TextDecoder();
  let unsent = null;
  const handlers = {
    data: (_, chunk) => reader.take(decoder.decode(chunk, { stream: true })),
    drain(socket) {
      if (unsent) unsent = rest_after(unsent, socket.write(unsent));
    },
  };
  const rest_after = (bytes, written) => (written < bytes.length ? bytes.subarray(written) : null);
  let socket;
  for (let attempt = 0; !socket; attempt++) {
    try {
      socket = await Bun.connect({ unix: path, socket: handlers });
    } catch (error) {
      if (attempt > 200) throw error;
      await Bun.sleep(5);
    }
  }
  const encoder = new TextEncoder();
  return {
    async call(line) {
      const reply = reader.next();
      const bytes = encoder.encode(line);
      unsent = rest_after(bytes, socket.write(bytes));
      return JSON.parse(await reply);
    },
    async close() {
      socket.end();
      await child.exited;
      await Bun.file(path).delete();
    },
  };
}

function over_a_process_per_call() {
  return {
    async call(line) {
      const child = Bun.spawn([echo, "once"], { stdin: "pipe", stdout: "pipe", stderr: "ignore" });
      child.stdin.write(line);
      child.stdin.end();
      const reply = JSON.parse(await new Response(child.stdout).text());
      await child.exited;
      return reply;
    },
    async close() {},
  };
}

const transports = { pipes: over_pipes, socket: over_socket, process: over_a_process_per_call };

function percentiles(times) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return { p50: at(0.5), p90: at(0.9), p99: at(0.99) };
}

async function measure(open, line, count) {
  const transport = await open();
  const times = [];
  for (let index = -warmup_calls; index < count; index++) {
    const started = performance.now();
    const reply = await transport.call(line);
    const took = performance.now() - started;
    if (reply.input.length === 0) throw new Error("the echo lost its payload");
    if (index >= 0) times.push(took);
  }
  await transport.close();
  return percentiles(times);
}

const milliseconds = (value) => value.toFixed(3).padStart(8);

console.log(`bun ${Bun.version}, ${rounds} rounds of ${calls} calls, milliseconds`);
for (const size of sizes) {
  const line = json_line(size);
  if (line.length !== size) throw new Error(`the line has ${line.length} bytes, not ${size}`);
  for (let round = 1; round <= Number(rounds); round++) {
    const found = {};
    const names = Object.keys(transports);
    // Each round begins with another transport: none has the quiet start for itself.
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(turn + round) % names.length];
      found[name] = await measure(transports[name], line, Number(calls));
    }
    for (const name of names) {
      const { p50, p90, p99 } = found[name];
      const times = `p50 ${milliseconds(p50)}  p90 ${milliseconds(p90)}  p99 ${milliseconds(p99)}`;
      console.log(`${String(size).padStart(6)} B  round ${round}  ${name.padEnd(8)} ${times}`);
    }
    const ratio = (key) => (found.pipes[key] / found.socket[key]).toFixed(2);
    console.log(
      `${String(size).padStart(6)} B  round ${round}  pipes/socket p50 ${ratio("p50")}  p90 ${ratio("p90")}  p99 ${ratio("p99")}` +
        `  process/pipes p50 ${(found.process.p50 / found.pipes.p50).toFixed(1)}`,
    );
  }
}
