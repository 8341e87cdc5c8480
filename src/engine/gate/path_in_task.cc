#include "engine/gate/rules.h"
#include "engine/gate/task_scope.h"

namespace hm {

std::optional<Objection> path_in_task(const GateFacts& facts) {
    if (!writes_paths(facts)) return std::nullopt;
    const TaskFact* task = refusing_task(facts, TaskTest::allows_paths);
    return task == nullptr ? std::nullopt : std::optional(Objection{*task->out_of_scope});
}

}  // namespace hm
