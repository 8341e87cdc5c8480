#include "app/memory_origin.h"

#include "app/task_in_hand.h"
#include "domain/shelf.h"

namespace hm {

Result<std::optional<Id>> origin_task(const std::optional<Id>& named, const CommandContext& context) {
    if (named) {
        HM_TRY_ASSIGN(const Task task, require_task(context.connection(), *named, context.bad));
        return task.id;
    }
    HM_TRY_ASSIGN(const auto tasks, tasks_in_hand(context.connection(), context.actor.session_id, context.bad));
    if (tasks.size() != 1) return std::nullopt;
    return tasks.front().id;
}

Word shelf_or_default(const std::optional<Word>& shelf) {
    if (shelf) return *shelf;
    auto project = Word::make(std::string(usual_shelf));
    HM_ASSERT(project.has_value());
    return std::move(*project);
}

}  // namespace hm
