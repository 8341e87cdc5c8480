#include "engine/gate/rules.h"
#include "engine/gate/task_scope.h"

namespace hm {

// Dependencies, temporal gates, and the plan and phase it belongs to. A task can be held back after it began: what it
// builds on was reopened.
std::optional<Objection> task_may_go_on(const GateFacts& facts) {
    if (!may_change_files(facts) && !facts.target) return std::nullopt;
    const TaskFact* task = refusing_task(facts, TaskTest::may_go_on);
    return task == nullptr ? std::nullopt : std::optional(Objection{task->name});
}

}  // namespace hm
