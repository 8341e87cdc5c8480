// task complete: ends a task whose records show that it is done. A claim that they do not bear out moves it to review,
// with what is missing; a person may accept it all the same.
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/graph/acting.h"
#include "app/graph/end_task.h"
#include "app/graph/load_completion.h"
#include "app/graph/phase_course.h"
#include "app/learn.h"
#include "app/task_in_hand.h"
#include "domain/task_lifecycle.h"
#include "view/missing_text.h"

namespace hm {
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
                  load_completion(task, claims, project_root(context.connection()), context.connection(), context.bad));
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

}  // namespace hm
