// The tree of the first design, rendered from plan, phases and tasks along the read-head: trajectory, tactic, action.
// A view for people and old scripts: it is never read back.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "domain/phase.h"
#include "domain/plan.h"
#include "domain/task.h"
#include "domain/trajectory.h"

namespace hm::exchange {

struct HierarchyFacts {
    std::optional<Trajectory> read_head;
    std::optional<Plan> plan;  // the one the read-head is at
    std::vector<Phase> phases;
    std::vector<Task> tasks;  // of these phases, and their parts
};

// {"version":1,"cursor":…,"root":…} with one node to a line. The cursor is the id of a node of the tree, or null
// when there is none.
std::string hierarchy_text(const HierarchyFacts& facts);

}  // namespace hm::exchange
