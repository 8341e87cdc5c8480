#include "app/hooks/enforced_gate.h"

#include "app/graph/enforced_gate.h"
#include "app/hooks/record.h"
#include "engine/gate/task_scope.h"

namespace hm {
namespace {

// The task whose gate decided; nothing when something else did.
const Blocker* enforced(const JudgedCall& call) {
    if (call.verdict.outcome != Outcome::block || call.verdict.rule != GateRule::task_may_go_on) return nullptr;
    const TaskFact* task = refusing_task(call.facts, TaskTest::may_go_on);
    const Blocker* blocker = task == nullptr ? nullptr : first_blocker(*task, TaskTest::may_go_on);
    return blocker != nullptr && blocker->as == AwaitedAs::temporal_gate ? blocker : nullptr;
}

}  // namespace

Result<void> note_enforced_gate(const JudgedCall& call, const HookFrame& frame, Workspace& workspace) {
    const Blocker* gate = enforced(call);
    if (gate == nullptr) return {};
    return mark_enforced(*gate, hook_event("task.gate_enforced", "", frame, workspace), workspace);
}

}  // namespace hm
