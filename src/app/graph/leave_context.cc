#include "app/graph/leave_context.h"

#include <fmt/format.h>

#include "app/graph/read_head.h"
#include "store/sql/event.h"
#include "store/sql/plan.h"

namespace hm {
namespace {

constexpr std::int64_t most_at_once = 50;

Event event_of(const Plan& plan, Time now, IdSource& ids) {
    Event event;
    event.at = now;
    event.id = ids.next(now);
    auto kind = Word::make("plan.left_context");
    auto summary = Sentence::make(shorten(fmt::format("The abandoned plan \"{}\" left the context", plan.title.view()),
                                          Sentence::max_characters));
    HM_ASSERT(kind && summary);
    event.kind = std::move(*kind);
    event.summary = std::move(*summary);
    event.actor = ActorKind::hook;
    event.subject_id = plan.id;
    return event;
}

// A transaction for each, so that its event holds its changes and nothing else.
Result<void> leave(const Id& id, Time before, Workspace& workspace) {
    BadRows bad;
    const Time now = workspace.clock.now();
    HM_TRY_ASSIGN(Transaction transaction, Transaction::begin(workspace.store.connection(), Durability::process_crash));
    // Read again under the write lock: somebody may have taken it up, or another session been faster.
    HM_TRY_ASSIGN(auto plan, find<Plan>(transaction.connection(), id, bad));
    const bool is_due = plan && plan->status == PlanStatus::abandoned && !plan->purged_at && plan->modified_at < before;
    if (!is_due) return {};
    plan->purged_at = now;
    HM_TRY(update(transaction, *plan));
    HM_TRY(read_heads_off(*plan, transaction, now, bad));
    HM_TRY_ASSIGN(const std::int64_t seq, append_event(transaction, event_of(*plan, now, workspace.ids)));
    HM_TRY(keep_changes(transaction, seq));
    return transaction.commit();
}

}  // namespace

Result<void> leave_context(const Settings& settings, Workspace& workspace) {
    BadRows bad;
    const Time before{workspace.clock.now().ms - settings.abandoned_leaves_after.ms};
    HM_TRY_ASSIGN(const auto due, abandoned_plans_before(workspace.store.connection(), before, most_at_once, bad));
    for (const Plan& plan : due) HM_TRY(leave(plan.id, before, workspace));
    return {};
}

}  // namespace hm
