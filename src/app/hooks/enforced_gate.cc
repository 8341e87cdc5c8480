#include "app/hooks/enforced_gate.h"

#include <fmt/format.h>

#include "app/hooks/record.h"
#include "base/redact.h"
#include "engine/gate/task_scope.h"
#include "store/sql/event.h"
#include "store/sql/task.h"

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
    BadRows bad;
    Connection& connection = workspace.store.connection();
    HM_TRY_ASSIGN(const auto seen, find<Task>(connection, gate->by, bad));
    if (!seen || seen->temporal_gate.enforced_at) return {};
    HM_TRY_ASSIGN(Transaction transaction, Transaction::begin(connection, Durability::process_crash));
    // Read again under the write lock: another session may have been held back first.
    HM_TRY_ASSIGN(auto task, find<Task>(connection, gate->by, bad));
    if (!task || task->temporal_gate.enforced_at) return {};
    task->temporal_gate.enforced_at = call.facts.now;
    HM_TRY(update(transaction, *task));
    Event event =
        hook_event("task.gate_enforced",
                   redact(fmt::format("\"{}\" was held back until \"{}\" is completed", task->name.view(), gate->name)),
                   frame, workspace);
    event.request_id.reset();  // the decision's own record carries it
    event.subject_id = task->id;
    event.task_id = task->id;
    HM_TRY_ASSIGN(const std::int64_t seq, append_event(transaction, std::move(event)));
    HM_TRY(keep_changes(transaction, seq));
    return transaction.commit();
}

}  // namespace hm
