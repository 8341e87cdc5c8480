// task branch: another way beside a task. The new task stands next to it, waits for the same and may touch the same;
// with its parts copied it is a sub-graph of its own.
#include <fmt/format.h>

#include <map>

#include "app/commands/commands.h"
#include "app/graph/acting.h"
#include "app/graph/check_order.h"
#include "app/graph/end_task.h"
#include "app/graph/phase_course.h"
#include "app/task_in_hand.h"
#include "domain/task_lifecycle.h"
#include "store/sql/task.h"

namespace hm {
namespace {

struct BranchTask {
    Id id;
    Title name;
    std::optional<Paragraph> expected_output;
    std::optional<Sentence> reason;
    bool with_parts = false;

    static constexpr void fields(auto&& visit) {
        visit(field("id", &BranchTask::id, "The task to branch from."));
        visit(same_as(&Task::name, &BranchTask::name));
        visit(same_as(&Task::expected_output, &BranchTask::expected_output));
        visit(field("reason", &BranchTask::reason, "Why another way is tried."));
        visit(field("with_parts", &BranchTask::with_parts, "Whether its open parts are copied too."));
    }
};

// What the copy has in common with the task; nothing of what was done.
Result<Task> copy_of(const Task& from, const CommandContext& context) {
    Task copy = from;
    HM_TRY(context.begin(copy));
    copy.status = TaskStatus::planned;
    copy.archived_at.reset();
    copy.assigned_session_id.reset();
    copy.planned_ahead = false;
    // Who took the task by itself has not taken this one.
    if (copy.assigned_to == copy.delegated_by) copy.assigned_to.reset();
    copy.file_locks.clear();
    copy.artifacts.clear();
    copy.result = {};
    copy.started_at.reset();
    copy.completed_at.reset();
    copy.temporal_gate.enforced_at.reset();
    return copy;
}

// Dependencies among the copied parts are among the copies.
Result<void> copy_parts(const Task& from, const Task& copy, const CommandContext& context, std::vector<Id>& made) {
    HM_TRY_ASSIGN(const std::vector<Task> parts, parts_of(context.connection(), from.id, context.bad));
    std::map<Id, Id> copies{{from.id, copy.id}};
    for (const Task& part : parts) {
        if (is_ended(part.status)) continue;
        HM_TRY_ASSIGN(Task part_copy, copy_of(part, context));
        part_copy.parent_task_id = copy.id;
        for (Id& id : part_copy.depends_on) id = copies.contains(id) ? copies.at(id) : id;
        copies[part.id] = part_copy.id;
        HM_TRY(insert(context.transaction, part_copy));
        made.push_back(part_copy.id);
    }
    return {};
}

Result<Receipt> run(const BranchTask& input, const CommandContext& context) {
    HM_TRY_ASSIGN(const Task from, require_task(context.connection(), input.id, context.bad));
    HM_TRY_ASSIGN(Task branch, copy_of(from, context));
    branch.name = input.name;
    if (input.expected_output) branch.expected_output = input.expected_output;
    HM_TRY(insert(context.transaction, branch));
    HM_TRY(reopen_phase_of(branch, context));
    std::vector<Id> made{branch.id};
    if (input.with_parts) HM_TRY(copy_parts(from, branch, context, made));
    HM_TRY(check_order(made, context));
    if (input.reason) HM_TRY(keep_reason(branch.id, "Branched", *input.reason, context));
    Receipt receipt{fmt::format("Branched \"{}\" from \"{}\".", branch.name.view(), from.name.view()), branch.id,
                    branch.id};
    receipt.details["branched_from"] = from.id.text();
    if (made.size() > 1) receipt.details["parts"] = made.size() - 1;
    return receipt;
}

}  // namespace

Command branch_task() {
    return make_command<BranchTask, run>("task branch", "Plan another way beside a task.", "name");
}

}  // namespace hm
