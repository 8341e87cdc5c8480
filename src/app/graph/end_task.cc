#include "app/graph/end_task.h"

#include <fmt/format.h>

#include "app/facts/load_blockers.h"
#include "app/graph/acting.h"
#include "app/graph/delegated.h"
#include "app/graph/read_head.h"
#include "app/task_in_hand.h"
#include "domain/comment.h"
#include "domain/task_lifecycle.h"
#include "store/sql/task.h"

namespace hm {
namespace {

// Receipts are kept with their event, which is small.
constexpr std::size_t most_lines = 6;

DelegationStatus delegation_end(TaskStatus status) {
    if (status == TaskStatus::completed) return DelegationStatus::completed;
    return status == TaskStatus::failed ? DelegationStatus::failed : DelegationStatus::recalled;
}

std::string line_of(const Task& task) {
    return fmt::format("{} {}", task.id.text(), shorten(task.name.view(), 80));
}

}  // namespace

Result<void> end_task(Task& task, TaskStatus to, const CommandContext& context) {
    HM_TRY(move_to(task, to, context.now));
    HM_TRY(update(context.transaction, task));
    HM_TRY(end_delegation(task, delegation_end(to), context));
    return read_heads_off(task, context);
}

Result<void> end_open_parts(const Task& task, TaskStatus to, const CommandContext& context) {
    HM_TRY_ASSIGN(std::vector<Task> parts, parts_of(context.connection(), task.id, context.bad));
    for (Task& part : parts) {
        if (is_ended(part.status)) continue;
        HM_TRY(check_is_own(part, context.actor, "Ending its part,"));
        HM_TRY(end_open_parts(part, to, context));
        HM_TRY(end_task(part, to, context));
    }
    return {};
}

Result<std::vector<std::string>> leave_if_chain_breaks(Task& task, const CommandContext& context) {
    HM_TRY_ASSIGN(const std::vector<Task> waiting, tasks_waiting_for(context.connection(), task.id, context.bad));
    if (waiting.empty()) return std::vector<std::string>{};
    task.archived_at = context.now;
    HM_TRY(update(context.transaction, task));
    std::vector<std::string> lines;
    for (const Task& each : waiting) {
        if (lines.size() == most_lines) break;
        lines.push_back(line_of(each));
    }
    return lines;
}

Result<std::vector<std::string>> made_ready_by(const Task& task, const CommandContext& context) {
    HM_TRY_ASSIGN(const std::vector<Task> waiting, tasks_waiting_for(context.connection(), task.id, context.bad));
    std::vector<std::string> lines;
    for (const Task& each : waiting) {
        if (each.status != TaskStatus::planned || lines.size() == most_lines) continue;
        HM_TRY_ASSIGN(const std::vector<Blocker> blockers, load_blockers(context.connection(), each.id));
        if (blockers.empty()) lines.push_back(line_of(each));
    }
    return lines;
}

Result<void> keep_reason(const Id& on, std::string_view act, const Sentence& reason, const CommandContext& context) {
    Comment comment;
    HM_TRY(context.begin(comment));
    comment.on_id = on;
    HM_TRY_ASSIGN(comment.text, Paragraph::make(fmt::format("{}: {}", act, reason.view())));
    HM_TRY_ASSIGN(comment.author, Word::make(actor_name(context.actor)));
    // What an agent wrote itself is no news to it.
    if (context.actor.kind != ActorKind::person) comment.read_at = context.now;
    return insert(context.transaction, comment);
}

json::array lines_of(const std::vector<std::string>& lines) {
    return {lines.begin(), lines.end()};
}

}  // namespace hm
