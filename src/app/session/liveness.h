// Which sessions are there, seen from this process: docs/adr/0013-who-is-alive.md. Reads only. Asked where the answer
// matters: a start, a write without a task, `status`, `resume`, a pack of a session without a task.
#pragma once

#include "domain/session.h"
#include "domain/settings.h"
#include "domain/task.h"
#include "engine/session/liveness.h"
#include "store/records/records.h"
#include "view/hand_over_text.h"

namespace hm {

struct SeenSession {
    Session session;
    Liveness liveness = Liveness::dead;
    Time last_heard_at;
};

Result<SeenSession> look_at_session(Session session, const Settings& settings, Time now, Connection& connection);

// A task that was begun, with the session that has it. One whose session is not in the store is nobody's.
struct HeldTask {
    Task task;
    SeenSession holder;
};

// Begun tasks that belong to the project, because nobody who has them is there; latest change first; those of
// `but` and of what it spawned are left out. At most a handful.
Result<std::vector<HeldTask>> tasks_left_behind(const std::optional<Id>& but, const Settings& settings, Time now,
                                                Connection& connection, BadRows& bad);

// The same, with where each stands.
Result<std::vector<LeftWork>> load_left_work(const std::optional<Id>& but, const Settings& settings, Time now,
                                             Connection& connection, BadRows& bad);

}  // namespace hm
