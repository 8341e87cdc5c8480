// The tasks that a call can belong to. With several tasks in hand, a call must fit into one of them as a whole: rule by
// rule, those that refuse it fall away.
#pragma once

#include <vector>

#include "engine/gate/facts.h"

namespace hm {

// In the order of their rules.
HM_ENUM(TaskTest, allows_tool, may_go_on, is_assigned_here, allows_paths, decisions_taken)

// The tasks that are in question: the one to be started, or those in hand. Those that failed an earlier test are left
// out, unless none would be left.
std::vector<const TaskFact*> tasks_asked(const GateFacts& facts, TaskTest test);

bool passes(const TaskFact& task, TaskTest test);

// The first task in question, when there is one and none of them passes.
const TaskFact* refusing_task(const GateFacts& facts, TaskTest test);

// What holds the task back, tech decisions or all but them.
const Blocker* first_blocker(const TaskFact& task, TaskTest test);

}  // namespace hm
