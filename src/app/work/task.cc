// task start, complete, review, fail, abandon, invalidate, reopen.
#include "app/work/task.h"

#include <fmt/format.h>

#include "app/command/catalog.h"
#include "app/memory/learn.h"
#include "app/session/phase_course.h"
#include "app/session/read_head.h"
#include "domain/task.h"
#include "view/work_text.h"

namespace hm {

// task start: begins work. With an id, or the name of a task that is on the list, it starts that task; with another
// name it makes a task and starts it, so that one call is enough to begin.

namespace {

struct StartTask {
    std::optional<Id> id;
    std::optional<Title> name;
    std::optional<Paragraph> expected_output;

    static constexpr void fields(auto&& visit) {
        visit(field("id", &StartTask::id, "The task to start; leave it out to begin new work."));
        visit(field("name", &StartTask::name, "Name of a planned task, or what is to be done where there is none."));
        visit(same_as(&Task::expected_output, &StartTask::expected_output));
    }
};

Result<Receipt> started(const Task& task, const CommandContext& context) {
    HM_TRY_ASSIGN(const auto parked, park_others(task, context));
    Receipt receipt{fmt::format("Started \"{}\". Writes now belong to it.", task.name.view()), task.id, task.id};
    if (!parked.empty()) receipt.details["parked"] = lines_of(parked);
    return receipt;
}

// A task that a person started without a session belongs to the first session that starts it.
Result<Receipt> join_active(Task task, const CommandContext& context) {
    if (!task.assigned_session_id && context.actor.session_id) {
        task.assigned_session_id = context.actor.session_id;
        begin_ownership(task);
        task.modified_at = context.now;
        HM_TRY(update(context.transaction, task));
        HM_TRY(read_head_to(task, context));
    }
    return Receipt{fmt::format("\"{}\" is already active here.", task.name.view()), task.id, task.id};
}

Result<Receipt> start_known(Task task, const CommandContext& context) {
    if (task.archived_at) {
        return fail(ErrorCode::conflict, fmt::format("Task {} is out of use.", task.id.text()),
                    "Start another task, or plan a new one.", "It was taken out of use, or its chain broke.");
    }
    const bool is_anothers = task.assigned_session_id && task.assigned_session_id != context.actor.session_id;
    const bool is_begun = task.status == TaskStatus::active || task.status == TaskStatus::review;
    if (is_begun && is_anothers) {
        return take_over(std::move(task), context);
    }
    if (task.status == TaskStatus::active) return join_active(std::move(task), context);
    HM_TRY(begin_task(task, context));
    return started(task, context);
}

Result<Receipt> start_new(const StartTask& input, const CommandContext& context) {
    Task task;
    HM_TRY(context.begin(task));
    task.name = *input.name;
    task.expected_output = input.expected_output;
    HM_TRY_ASSIGN(task.parent_phase_id, phase_of_new_work(context));
    HM_TRY(insert(context.transaction, task));
    HM_TRY(reopen_phase_of(task, context));
    HM_TRY(begin_task(task, context));
    return started(task, context);
}

Result<Receipt> run(const StartTask& input, const CommandContext& context) {
    if (input.id.has_value() == input.name.has_value()) {
        return fail(ErrorCode::invalid_input, "task start needs either an id or a name.",
                    "Give the id of a planned task, or a name for new work.");
    }
    std::optional<Id> id = input.id;
    if (!id) {
        HM_TRY_ASSIGN(id, open_task_named(input.name->view(), context));
    }
    if (!id) return start_new(input, context);
    HM_TRY_ASSIGN(Task task, require_task(context.connection(), *id, context.bad));
    return start_known(std::move(task), context);
}

}  // namespace

Command start_task() {
    return make_command<StartTask, run>("task start", "Begin work on a task, or on something new.", "name");
}

// task complete: ends a task whose records show that it is done. A claim that they do not bear out moves it to review,
// with what is missing; a person may accept it all the same.

namespace {

struct CompleteTask {
    std::optional<Id> id;
    std::optional<Paragraph> evidence;
    std::vector<FilePath> files_modified;
    std::vector<Sentence> tests_run;
    std::vector<AnchorKey> anchors_created;

    static constexpr void fields(auto&& visit) {
        visit(field("id", &CompleteTask::id, "The task; without it, the one this session works on."));
        visit(same_as(&TaskResult::evidence, &CompleteTask::evidence));
        visit(same_as(&TaskResult::files_modified, &CompleteTask::files_modified));
        visit(same_as(&TaskResult::tests_run, &CompleteTask::tests_run));
        visit(same_as(&TaskResult::anchors_created, &CompleteTask::anchors_created));
    }
};

Result<Receipt> to_review(Task task, const std::vector<Missing>& missing, const CommandContext& context) {
    if (task.status != TaskStatus::review) HM_TRY(move_to(task, TaskStatus::review, context.now));
    task.modified_at = context.now;
    HM_TRY(update(context.transaction, task));
    Receipt receipt{review_sentence(task.name.view(), missing.size()), task.id, task.id};
    receipt.details["status"] = name_of(task.status);
    receipt.details["missing"] = lines_of(missing_lines(missing));
    receipt.details["next"] = review_advice(task.id);
    return receipt;
}

Result<Receipt> run(const CompleteTask& input, const CommandContext& context) {
    HM_TRY_ASSIGN(Task task, named_or_in_hand(context.connection(), input.id, context.actor, context.bad));
    HM_TRY(check_is_own(task, context.actor, "Completing"));
    HM_TRY(check_role_works(context, "Completing a task"));
    HM_TRY(check_transition<TaskStatus>(LifecycleOf<Task>::table, task.status, TaskStatus::completed, "Task",
                                        task.id.text()));
    const TaskResult claims{input.evidence, input.files_modified, input.tests_run, input.anchors_created};
    HM_TRY_ASSIGN(const CompletionFacts facts,
                  load_completion(task, claims, context.paths.root, context.connection(), context.bad));
    const std::vector<Missing> missing = missing_for(facts);
    task.result = recorded_result(facts, claims);
    if (!missing.empty() && context.actor.kind != ActorKind::person)
        return to_review(std::move(task), missing, context);
    HM_TRY(end_task(task, TaskStatus::completed, context));
    HM_TRY(learn_from_task(task, context));
    Receipt receipt{fmt::format("Completed \"{}\".", task.name.view()), task.id, task.id};
    if (!missing.empty()) receipt.details["accepted_without"] = lines_of(missing_lines(missing));
    HM_TRY_ASSIGN(const auto phase, complete_phase_after(task, context));
    if (phase) receipt.details["phase_completed"] = *phase;
    HM_TRY_ASSIGN(const auto plan, plan_reached_by(task, context));
    if (plan) {
        receipt.details["plan_reached"] = plan->title.view();
        receipt.details["next"] = reached_advice(plan->id, plan->acceptance);
    }
    HM_TRY_ASSIGN(const auto ready, made_ready_by(task, context));
    if (!ready.empty()) receipt.details["now_ready"] = lines_of(ready);
    return receipt;
}

}  // namespace

Command complete_task() {
    return make_command<CompleteTask, run>("task complete", "End a task whose records show that it is done.", "id");
}

// task review: hands a task in, with what was recorded under it and what is still missing.

namespace {

struct ReviewTask {
    std::optional<Id> id;
    std::optional<Paragraph> evidence;

    static constexpr void fields(auto&& visit) {
        visit(field("id", &ReviewTask::id, "The task; without it, the one this session works on."));
        visit(same_as(&TaskResult::evidence, &ReviewTask::evidence));
    }
};

constexpr std::size_t most_steps = 5;

std::vector<std::string> last_steps(const CompletionFacts& facts) {
    std::vector<std::string> lines;
    const std::size_t first = facts.steps.size() > most_steps ? facts.steps.size() - most_steps : 0;
    for (std::size_t i = first; i < facts.steps.size(); ++i) {
        const RecordedStep& step = facts.steps[i];
        const std::string ended = step.exit_code ? fmt::format(" (exit code {})", *step.exit_code) : "";
        lines.push_back(shorten(step.summary, 100) + ended);
    }
    return lines;
}

Result<Receipt> run(const ReviewTask& input, const CommandContext& context) {
    HM_TRY_ASSIGN(Task task, named_or_in_hand(context.connection(), input.id, context.actor, context.bad));
    HM_TRY(check_is_own(task, context.actor, "Reviewing"));
    const TaskResult claims{input.evidence, {}, {}, {}};
    HM_TRY_ASSIGN(const CompletionFacts facts,
                  load_completion(task, claims, context.paths.root, context.connection(), context.bad));
    HM_TRY(move_to(task, TaskStatus::review, context.now));
    task.result = recorded_result(facts, claims);
    HM_TRY(update(context.transaction, task));
    Receipt receipt{fmt::format("\"{}\" is in review, with {} checkpoints.", task.name.view(), facts.steps.size()),
                    task.id, task.id};
    if (const auto steps = last_steps(facts); !steps.empty()) receipt.details["checkpoints"] = lines_of(steps);
    const std::vector<Missing> missing = missing_for(facts);
    if (!missing.empty()) receipt.details["missing"] = lines_of(missing_lines(missing));
    return receipt;
}

}  // namespace

Command review_task() {
    return make_command<ReviewTask, run>("task review", "Hand a task in for review, with its checkpoints.", "id");
}

// task fail, abandon, invalidate: a task that will not be done, each with its reason, which is kept as a remark on it.

namespace {

struct GiveUpTask {
    std::optional<Id> id;
    Sentence reason;

    static constexpr void fields(auto&& visit) {
        visit(field("id", &GiveUpTask::id, "The task; without it, the one this session works on."));
        visit(field("reason", &GiveUpTask::reason, "Why; kept as a remark on the task."));
    }
};

struct Act {
    TaskStatus to;
    std::string_view doing;
    std::string_view done;
};

template <const Act& Way>
Result<Receipt> run(const GiveUpTask& input, const CommandContext& context) {
    HM_TRY_ASSIGN(Task task, named_or_in_hand(context.connection(), input.id, context.actor, context.bad));
    HM_TRY(check_is_own(task, context.actor, Way.doing));
    HM_TRY(end_task(task, Way.to, context));
    HM_TRY(keep_reason(task.id, Way.done, input.reason, context));
    HM_TRY(end_open_parts(task, TaskStatus::abandoned, context));
    Receipt receipt{fmt::format("{} \"{}\".", Way.done, task.name.view()), task.id, task.id};
    receipt.details["reason"] = input.reason.str();
    if (Way.to == TaskStatus::failed) return receipt;
    HM_TRY_ASSIGN(const auto waiting, leave_if_chain_breaks(task, context));
    if (!waiting.empty()) {
        receipt.details["chain_broken"] = "It left the lists at once, because others wait for it.";
        receipt.details["still_waiting"] = lines_of(waiting);
    }
    return receipt;
}

constexpr Act failing{TaskStatus::failed, "Failing", "Failed"};
constexpr Act abandoning{TaskStatus::abandoned, "Abandoning", "Abandoned"};
constexpr Act invalidating{TaskStatus::invalidated, "Invalidating", "Invalidated"};

}  // namespace

Command fail_task() {
    return make_command<GiveUpTask, run<failing>>("task fail", "End a task that could not be done.", "reason");
}

Command abandon_task() {
    return make_command<GiveUpTask, run<abandoning>>("task abandon", "Give a task up; it stays in the store.",
                                                     "reason");
}

Command invalidate_task() {
    return make_command<GiveUpTask, run<invalidating>>("task invalidate", "Say that a task no longer makes sense.",
                                                       "reason");
}

// task reopen: puts a task that had ended back on the list.

namespace {

struct ReopenTask {
    Id id;
    std::optional<Sentence> reason;

    static constexpr void fields(auto&& visit) {
        visit(field("id", &ReopenTask::id, "The task to put back on the list."));
        visit(field("reason", &ReopenTask::reason, "Why it is not done after all."));
    }
};

Result<Receipt> run(const ReopenTask& input, const CommandContext& context) {
    HM_TRY_ASSIGN(Task task, require_task(context.connection(), input.id, context.bad));
    if (!is_ended(task.status)) {
        return fail(Error{ErrorCode::conflict,
                          fmt::format("Task {} has not ended.", task.id.text()),
                          "Use `hivemind task release` to give an active task back.",
                          "Only an ended task can be reopened.",
                          {fmt::format("it is {} now", name_of(task.status))}});
    }
    HM_TRY(move_to(task, TaskStatus::planned, context.now));
    HM_TRY(update(context.transaction, task));
    HM_TRY(reopen_phase_of(task, context));
    Receipt receipt{fmt::format("Put \"{}\" back on the list.", task.name.view()), task.id, task.id};
    if (input.reason) receipt.details["reason"] = input.reason->str();
    return receipt;
}

}  // namespace

Command reopen_task() {
    return make_command<ReopenTask, run>("task reopen", "Put a task that had ended back on the list.", "id reason",
                                         Access::person);
}

}  // namespace hm
