// Queries about plans.
#pragma once

#include "domain/plan.h"
#include "store/records.h"

namespace hm {

// Drafts and active plans, latest change first.
Result<std::vector<Plan>> open_plans(Connection& connection, std::int64_t limit, BadRows& bad);

// Abandoned plans that are still in the context and did not change since, longest abandoned first.
Result<std::vector<Plan>> abandoned_plans_before(Connection& connection, Time before, std::int64_t limit, BadRows& bad);

// The plan a task belongs to by its phase, or by the phase of the task it is a part of.
Result<std::optional<Plan>> plan_of_task(Connection& connection, const Id& task_id, BadRows& bad);

}  // namespace hm
