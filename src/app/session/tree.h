// The tree of a session: trajectory, tactics and actions, loaded, pruned and migrated.
#pragma once

#include "engine/exchange/layout.h"
#include "engine/session/tree.h"
#include "store/records/records.h"

namespace hm {

// The tree of a session: the plan its read-head is at, with phases and tasks. A session without a read-head of its own
// has that of the session above it, and in the end the project's.

// The read-head that holds for a session.
Result<std::optional<Trajectory>> read_head_for(Connection& connection, const std::optional<Id>& session_id,
                                                BadRows& bad);

Result<TreeFacts> load_session_tree(Connection& connection, const std::optional<Id>& session_id, BadRows& bad);

// What the tree of an export is made of: the plan the read-head is at, its phases, their tasks.

// Fills in the phases and tasks of the plan that the facts name.
Result<void> load_branches(Connection& connection, TreeFacts& facts, BadRows& bad);

Result<exchange::HierarchyFacts> load_hierarchy_facts(Connection& connection, BadRows& bad);

}  // namespace hm
