// A host that starts one echo child on pipes, one on a unix socket, and an
// unrelated long-lived process after them, prints their ids, and then only
// waits. Kill it with SIGKILL to see which children end by themselves, and
// what stays on the disk (see README.md).
//
//   BUN_BE_BUN=1 opencode run orphan.js ECHO SOCKET_PATH

const [echo, path] = process.argv.slice(2);
const pipes = Bun.spawn([echo, "pipe"], { stdin: "pipe", stdout: "pipe", stderr: "ignore" });
const connected = Bun.spawn([echo, "socket", path], { stdin: "ignore", stdout: "ignore", stderr: "ignore" });
while (true) {
  await Bun.sleep(5);
  if (await Bun.file(path).stat().then(() => true, () => false)) break;
}
const connection = await Bun.connect({ unix: path, socket: { data() {} } });
// It would keep the child's input open if the host leaked its end of the pipe.
const bystander = Bun.spawn(["sleep", "30"], { stdin: "ignore", stdout: "ignore", stderr: "ignore" });
const unconnected = Bun.spawn([echo, "socket", `${path}.2`], { stdin: "ignore", stdout: "ignore", stderr: "ignore" });
const ids = Object.entries({ pipes, connected, unconnected, bystander }).map(([name, child]) => [name, child.pid]);
console.log(JSON.stringify({ host: process.pid, ...Object.fromEntries(ids) }));
setInterval(() => connection.write(""), 60_000);
