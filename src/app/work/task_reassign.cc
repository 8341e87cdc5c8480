// task release, reassign, branch, defer.
#include <fmt/format.h>

#include <map>

#include "app/command/catalog.h"
#include "app/session/phase_course.h"
#include "app/session/read_head.h"
#include "app/work/task.h"
#include "domain/task.h"
#include "store/queries/task.h"

namespace hm {

// task release: gives a task back to the list, whoever holds it. An agent may release only what its own
// session holds.

namespace {

struct ReleaseTask {
    Id id;
    static constexpr void fields(auto&& visit) { visit(field("id", &ReleaseTask::id, "The task to give back.")); }
};

Result<Receipt> run(const ReleaseTask& input, const CommandContext& context) {
    HM_TRY_ASSIGN(Task task, require_task(context.connection(), input.id, context.bad));
    HM_TRY(check_is_own(task, context.actor, "Releasing"));
    HM_TRY(end_task(task, TaskStatus::planned, context));
    return Receipt{fmt::format("Gave \"{}\" back to the list.", task.name.view()), task.id, task.id};
}

}  // namespace

Command release_task() {
    return make_command<ReleaseTask, run>("task release", "Give a task back to the list, whoever holds it.", "id");
}

// task reassign: gives a task to another agent, role or session. Work in progress is put back to the list first.

namespace {

struct ReassignTask {
    Id id;
    std::optional<Word> to;
    std::optional<Id> session_id;

    static constexpr void fields(auto&& visit) {
        visit(field("id", &ReassignTask::id, "The task to give to another."));
        visit(field("to", &ReassignTask::to, "Agent or role that shall do it."));
        visit(field("session_id", &ReassignTask::session_id, "Session that shall do it, from now on."));
    }
};

Result<Receipt> run(const ReassignTask& input, const CommandContext& context) {
    if (!input.to && !input.session_id) {
        return fail(ErrorCode::invalid_input, "task reassign needs somebody to give the task to.",
                    "Name an agent or role with --to, or a session with --session-id.");
    }
    HM_TRY_ASSIGN(Task task, require_task(context.connection(), input.id, context.bad));
    const bool is_begun = task.status == TaskStatus::active || task.status == TaskStatus::review;
    if (is_begun) HM_TRY(end_task(task, TaskStatus::planned, context));
    if (input.to) {
        task.assigned_to = input.to;
        HM_TRY_ASSIGN(task.delegated_by, Word::make(actor_name(context.actor)));
    }
    if (input.session_id) {
        HM_TRY(check_not_blocked(task, context));
        HM_TRY(move_to(task, TaskStatus::active, context.now));
        task.assigned_session_id = input.session_id;
        begin_ownership(task);
    }
    task.modified_at = context.now;
    HM_TRY(update(context.transaction, task));
    return Receipt{fmt::format("Gave \"{}\" to {}.", task.name.view(),
                               input.to ? input.to->str() : "session " + input.session_id->text()),
                   task.id, task.id};
}

}  // namespace

Command reassign_task() {
    return make_command<ReassignTask, run>("task reassign", "Give a task to another agent, role or session.", "id to",
                                           Access::person);
}

// task branch: another way beside a task. The new task stands next to it, waits for the same and may touch the same;
// with its parts copied it is a sub-graph of its own.

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
    copy.taken_from.reset();
    copy.generation.reset();
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

// task defer: puts work off. The task goes back to the list as planned ahead, with the reason; what was done under it
// stays.

namespace {

struct DeferTask {
    std::optional<Id> id;
    Sentence reason;

    static constexpr void fields(auto&& visit) {
        visit(field("id", &DeferTask::id, "The task; without it, the one this session works on."));
        visit(field("reason", &DeferTask::reason, "Why it is put off; kept as a remark on the task."));
    }
};

Result<Receipt> run(const DeferTask& input, const CommandContext& context) {
    HM_TRY_ASSIGN(Task task, named_or_in_hand(context.connection(), input.id, context.actor, context.bad));
    HM_TRY(check_is_own(task, context.actor, "Deferring"));
    task.planned_ahead = true;
    if (task.status == TaskStatus::planned) {
        task.modified_at = context.now;
        HM_TRY(update(context.transaction, task));
    } else if (is_ended(task.status)) {
        return fail(Error{ErrorCode::conflict,
                          fmt::format("Task {} has ended.", task.id.text()),
                          "Ask the person to reopen it with `hivemind task reopen`.",
                          "Only work that is not over can be put off.",
                          {fmt::format("it is {} now", name_of(task.status))}});
    } else {
        HM_TRY(end_task(task, TaskStatus::planned, context));
    }
    HM_TRY(keep_reason(task.id, "Deferred", input.reason, context));
    Receipt receipt{fmt::format("Put \"{}\" off; it stays on the list as planned ahead.", task.name.view()), task.id,
                    task.id};
    receipt.details["reason"] = input.reason.str();
    return receipt;
}

}  // namespace

Command defer_task() {
    return make_command<DeferTask, run>("task defer", "Put a task off, with the reason.", "reason");
}

}  // namespace hm
