// The tree of the first design, rendered from plan, phases and tasks along the read-head: trajectory, tactic, action.
// A view for people and old scripts: it is never read back.
#pragma once

#include <string>

#include "engine/session_tree/tree.h"

namespace hm::exchange {

using HierarchyFacts = TreeFacts;

// {"version":1,"cursor":…,"root":…} with one node to a line. The cursor is the id of a node of the tree, or null
// when there is none.
std::string hierarchy_text(const HierarchyFacts& facts);

}  // namespace hm::exchange
