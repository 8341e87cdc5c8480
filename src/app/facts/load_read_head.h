// Where a session is: its plan, phase and tasks, and what lies beside them. A session's read-head is its own, or that
// of the nearest session above it, or the project's; the tasks it has in hand count as well. Reads only.
#pragma once

#include "app/workspace.h"
#include "domain/phase.h"
#include "domain/plan.h"
#include "domain/session.h"
#include "domain/task.h"
#include "domain/trajectory.h"
#include "store/records.h"

namespace hm {

struct LoadedReadHead {
    std::optional<Trajectory> trajectory;
    std::optional<Plan> plan;
    std::optional<Phase> phase;
    std::vector<Task> tasks;   // at the read-head
    std::vector<Task> beside;  // of the same phase, parts and wholes of those tasks, and what was set aside
    std::vector<Id> of_level;  // tasks in the hands of agents beside this one: of the same parent, or of none like it
};

// Only the tasks at it.
Result<std::vector<Task>> tasks_at_read_head(const std::optional<Id>& session_id, Connection& connection, BadRows& bad);

Result<LoadedReadHead> load_read_head(const std::optional<Id>& session_id, Connection& connection, BadRows& bad);

}  // namespace hm
