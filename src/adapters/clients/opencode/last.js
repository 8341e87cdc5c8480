// HiveMind's refusals, thrown late: once a plugin has thrown, OpenCode asks no other about the call. hivemind.js, which is
// asked first, leaves its refusal to this one, and whoever comes between the two, as all that settings name, is asked too.
async function server({ directory }) {
  return globalThis[Symbol.for("hivemind")]?.get(directory)?.come_last() || {};
}

export default { id: "hivemind-last", server };
