// What the tree of an export is made of: the plan the read-head is at, its phases, their tasks.
#pragma once

#include "engine/exchange/hierarchy.h"
#include "store/records.h"

namespace hm {

Result<exchange::HierarchyFacts> load_hierarchy_facts(Connection& connection, BadRows& bad);

}  // namespace hm
