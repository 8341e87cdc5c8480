// The graph of work, gathered for view/plan_tree.h. Bounded: of a plan with more tasks than `limit` those that are not
// over come first.
#pragma once

#include "store/records.h"
#include "view/plan_tree.h"

namespace hm {

// One plan.
Result<TreePlan> load_tree_plan(const Plan& plan, const std::optional<Id>& session_id, std::int64_t limit,
                                Connection& connection, BadRows& bad);

// Every plan that is open, and the tasks of none. `session_id` is whose read-head is shown; without one, everybody's.
Result<PlanTree> load_plan_tree(const std::optional<Id>& session_id, std::int64_t limit, Connection& connection,
                                BadRows& bad);

}  // namespace hm
