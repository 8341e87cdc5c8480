// The tree of a session: the plan its read-head is at, with phases and tasks. A session without a read-head of its own
// has that of the session above it, and in the end the project's.
#pragma once

#include "engine/session_tree/tree.h"
#include "store/records.h"

namespace hm {

// The read-head that holds for a session.
Result<std::optional<Trajectory>> read_head_for(Connection& connection, const std::optional<Id>& session_id,
                                                BadRows& bad);

Result<TreeFacts> load_session_tree(Connection& connection, const std::optional<Id>& session_id, BadRows& bad);

}  // namespace hm
