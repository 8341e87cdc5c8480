// What the tree of an export is made of: the plan the read-head is at, its phases, their tasks.
#pragma once

#include "engine/exchange/hierarchy.h"
#include "store/records.h"

namespace hm {

// Fills in the phases and tasks of the plan that the facts name.
Result<void> load_branches(Connection& connection, TreeFacts& facts, BadRows& bad);

Result<exchange::HierarchyFacts> load_hierarchy_facts(Connection& connection, BadRows& bad);

}  // namespace hm
