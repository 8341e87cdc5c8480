// HiveMind's refusals, thrown late: once a plugin has thrown, OpenCode asks no other about the call. hivemind.js, which is
// asked first, leaves its refusal here, and whoever comes between the two, as all that settings name, is asked as always.
async function server({ directory }) {
  const first = globalThis[Symbol.for("hivemind")]?.get(directory);
  if (!first || first.throws_last) return {};
  const throw_refusal = async ({ callID }) => {
    const refusal = first.calls.get(callID);
    // Asked before hivemind.js, against all order: then that one throws by itself.
    first.throws_last = refusal !== undefined;
    if (first.calls.delete(callID) && refusal) throw new Error(refusal);
  };
  first.throws_last = true;
  return { "tool.execute.before": throw_refusal };
}

export default { id: "hivemind-last", server };
