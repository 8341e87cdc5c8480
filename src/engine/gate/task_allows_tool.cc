#include "engine/gate/rules.h"
#include "engine/gate/task_scope.h"

namespace hm {

// Our own tools stay open, or the agent could neither end the task nor say what it learnt.
std::optional<Objection> task_allows_tool(const GateFacts& facts) {
    if (facts.kind == ToolKind::own || refusing_task(facts, TaskTest::allows_tool) == nullptr) return std::nullopt;
    return Objection{facts.tool};
}

}  // namespace hm
