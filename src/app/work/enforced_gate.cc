#include "app/work/enforced_gate.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/command/command.h"
#include "app/work/task.h"
#include "base/redact.h"
#include "base/strings.h"
#include "domain/task.h"
#include "store/queries/event.h"

namespace hm {

Result<void> mark_enforced(const Awaited& gate, Event event, Workspace& workspace) {
    BadRows bad;
    Connection& connection = workspace.store.connection();
    HM_TRY_ASSIGN(const auto seen, find<Task>(connection, gate.by, bad));
    if (!seen || seen->temporal_gate.enforced_at) return {};
    HM_TRY_ASSIGN(Transaction transaction, Transaction::begin(connection, Durability::process_crash));
    // Read again under the write lock: another session may have been held back first.
    HM_TRY_ASSIGN(auto task, find<Task>(connection, gate.by, bad));
    if (!task || task->temporal_gate.enforced_at) return {};
    task->temporal_gate.enforced_at = event.at;
    HM_TRY(update(transaction, *task));
    const std::string words =
        redact(fmt::format("\"{}\" was held back until \"{}\" is completed", task->name.view(), gate.name));
    if (auto line = Sentence::make(shorten(words, Sentence::max_characters))) event.summary = std::move(*line);
    event.request_id.reset();  // what was refused carries it, if anything does
    event.subject_id = task->id;
    event.task_id = task->id;
    HM_TRY_ASSIGN(const std::int64_t seq, append_event(transaction, std::move(event)));
    HM_TRY(keep_changes(transaction, seq));
    return transaction.commit();
}

Result<void> note_refused_start(const Command& command, const CommandRequest& request, Workspace& workspace) {
    const json::object* input = command.name == "task start" ? request.input.if_object() : nullptr;
    if (input == nullptr) return {};
    HM_TRY_ASSIGN(const Id id, Id::parse(text_member(*input, "id")));
    HM_TRY_ASSIGN(const auto blockers, load_blockers(workspace.store.connection(), id));
    const auto gate = std::ranges::find(blockers, AwaitedAs::temporal_gate, &Awaited::as);
    if (gate == blockers.end()) return {};
    return mark_enforced(
        *gate, new_event("task.gate_enforced", "", request.actor, workspace.clock.now(), workspace.ids), workspace);
}

}  // namespace hm
