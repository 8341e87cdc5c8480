#include "engine/gate/rules.h"
#include "engine/gate/task_scope.h"

namespace hm {

std::optional<Objection> decisions_taken(const GateFacts& facts) {
    if (!may_change_files(facts) && !facts.target) return std::nullopt;
    const TaskFact* task = refusing_task(facts, TaskTest::decisions_taken);
    return task == nullptr ? std::nullopt : std::optional(Objection{task->name});
}

}  // namespace hm
