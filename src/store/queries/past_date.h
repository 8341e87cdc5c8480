// Records past their date, found through indexes of their own. A row is a candidate when its columns alone say so; the
// rule itself is engine/staleness.
#pragma once

#include <set>

#include "domain/anchor.h"
#include "domain/knowledge.h"
#include "domain/memory.h"
#include "domain/session.h"
#include "store/records/records.h"

namespace hm {

// The tasks that are active anywhere.
Result<std::set<Id>> active_task_ids(Connection& connection);

// Longest past their date first.
Result<std::vector<Memory>> memories_past_date(Connection& connection, Time now, std::int64_t limit, BadRows& bad);
Result<std::vector<Anchor>> anchors_unconfirmed_since(Connection& connection, Time since, std::int64_t limit,
                                                      BadRows& bad);
// Longest changed first. There is no index for it: anchors are few, and only lists of what is stale ask.
Result<std::vector<Anchor>> anchors_with_changed_source(Connection& connection, std::int64_t limit, BadRows& bad);
Result<std::vector<Knowledge>> knowledge_past_date(Connection& connection, Time now, std::int64_t limit, BadRows& bad);

// Open sessions that have had no event since, each with the time of its last one; those that hold a task are left out.
struct SilentSession {
    Session session;
    Time seen_at;
};
Result<std::vector<SilentSession>> sessions_silent_since(Connection& connection, Time since, std::int64_t limit,
                                                         BadRows& bad);

HM_ENUM(ActiveTasks, none, some)

// How many memories, anchors and knowledge entries are past their date and not linked to an active task; counts no
// further than `most`, so that it costs the same in any store. Knowing that no task is active halves what it costs.
Result<std::int64_t> count_past_date(Connection& connection, Time now, Duration anchor_fresh_for, std::int64_t most,
                                     ActiveTasks active = ActiveTasks::some);

}  // namespace hm
