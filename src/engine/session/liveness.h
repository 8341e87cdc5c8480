// Whether a session is there: docs/adr/0013-who-is-alive.md. Pure: what was seen of its process arrives as facts.
#pragma once

#include <string>

#include "base/fields.h"
#include "base/time.h"

namespace hm {

// idle: its client runs, and nothing was heard of it for longer than the lease. unseen: its process cannot be looked at
// from here, and its lease ran out. dead: it is over.
HM_ENUM(Liveness, alive, idle, unseen, dead)

// Whether its process can be looked at from here, and what was seen of it.
HM_ENUM(ProcessSeen, cannot_be_seen, runs, is_gone)

struct LivenessFacts {
    bool is_over = false;  // closed, or let go of by its client
    ProcessSeen process = ProcessSeen::cannot_be_seen;
    Duration silent_for;
    Duration lease;
};

Liveness liveness_of(const LivenessFacts& facts);

// What it held belongs to the project. Of an idle session it can be taken over with notice.
constexpr bool is_left_behind(Liveness liveness) {
    return liveness == Liveness::dead || liveness == Liveness::unseen;
}

// Where a process lives, as far as it is known; "" where it is not.
struct ProcessPlace {
    std::string machine;
    std::string boot;
    std::string pid_namespace;
};

// What can be said of a process from its place alone: `runs` when it can be looked at from here.
ProcessSeen seen_from(const ProcessPlace& here, const ProcessPlace& there);

}  // namespace hm
