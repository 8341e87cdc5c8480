#include "app/memory_origin.h"

#include "app/facts/load_read_head.h"
#include "app/task_in_hand.h"
#include "domain/shelf.h"

namespace hm {

Result<std::optional<Id>> origin_task(const std::optional<Id>& named, const CommandContext& context) {
    if (named) {
        HM_TRY_ASSIGN(const Task task, require_task(context.connection(), *named, context.bad));
        return task.id;
    }
    const std::optional<Id>& session_id = context.actor.session_id;
    HM_TRY_ASSIGN(const auto at_head, tasks_at_read_head(session_id, context.connection(), context.bad));
    if (at_head.size() == 1) return at_head.front().id;
    // The read-head may be at several of which only one has been started.
    HM_TRY_ASSIGN(const auto in_hand, tasks_in_hand(context.connection(), session_id, context.bad));
    if (in_hand.size() == 1) return in_hand.front().id;
    return std::nullopt;
}

Word shelf_or_default(const std::optional<Word>& shelf) {
    if (shelf) return *shelf;
    auto project = Word::make(std::string(usual_shelf));
    HM_ASSERT(project.has_value());
    return std::move(*project);
}

}  // namespace hm
