// task review: hands a task in, with what was recorded under it and what is still missing.
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/graph/end_task.h"
#include "app/graph/load_completion.h"
#include "app/task_in_hand.h"
#include "domain/task_lifecycle.h"
#include "view/missing_text.h"

namespace hm {
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
                  load_completion(task, claims, project_root(context.connection()), context.connection(), context.bad));
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

}  // namespace hm
