#include "engine/session/liveness.h"

namespace hm {

Liveness liveness_of(const LivenessFacts& facts) {
    if (facts.is_over || facts.process == ProcessSeen::is_gone) return Liveness::dead;
    // A clock that was set back makes nobody silent.
    if (facts.silent_for.ms <= facts.lease.ms) return Liveness::alive;
    return facts.process == ProcessSeen::runs ? Liveness::idle : Liveness::unseen;
}

ProcessSeen seen_from(const ProcessPlace& here, const ProcessPlace& there) {
    const auto same = [](const std::string& one, const std::string& other) { return !one.empty() && one == other; };
    const auto differs = [](const std::string& one, const std::string& other) {
        return !one.empty() && !other.empty() && one != other;
    };
    if (differs(here.machine, there.machine)) return ProcessSeen::cannot_be_seen;
    // No process outlives its boot; of a machine without an id another boot may be another machine.
    if (same(here.machine, there.machine) && differs(here.boot, there.boot)) return ProcessSeen::is_gone;
    const bool is_here = same(here.boot, there.boot) && same(here.pid_namespace, there.pid_namespace);
    return is_here ? ProcessSeen::runs : ProcessSeen::cannot_be_seen;
}

}  // namespace hm
