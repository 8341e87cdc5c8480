// task release: gives a task back to the list, whoever holds it. An agent may release only what its own
// session holds.
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/graph/end_task.h"
#include "app/task_in_hand.h"

namespace hm {
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

}  // namespace hm
