// status: where things stand, for a person.
#include "app/facts/load_shown_tasks.h"
#include "app/queries/queries.h"
#include "app/task_in_hand.h"
#include "store/spool.h"
#include "store/sql/anchor.h"
#include "store/sql/event.h"
#include "store/sql/memory.h"
#include "store/sql/past_date.h"
#include "store/sql/session.h"
#include "store/sql/task.h"
#include "view/status_text.h"

namespace hm {
namespace {

struct ShowStatus {
    static constexpr void fields(auto&&) {}
};

constexpr std::int64_t most_shown = 20;

Result<Answer> run(const ShowStatus&, const QueryContext& context) {
    Connection& connection = context.connection();
    StatusFacts facts{
        .version = HIVEMIND_VERSION,
        .root = context.workspace.store.paths().root.string(),
        .mode = context.settings.mode,
        .paused_until = is_paused(context.settings, context.now) ? context.settings.paused_until : std::nullopt,
        .fail = effective_fail(context.settings),
        .now = context.now};
    HM_TRY_ASSIGN(auto active, list_tasks(connection, TaskStatus::active, most_shown, context.bad));
    HM_TRY_ASSIGN(facts.active_tasks, load_shown_tasks(std::move(active), connection));
    HM_TRY_ASSIGN(auto planned, list_tasks(connection, TaskStatus::planned, most_shown, context.bad));
    HM_TRY_ASSIGN(facts.planned_tasks, load_shown_tasks(std::move(planned), connection));
    HM_TRY_ASSIGN(facts.memories, count_memories(connection));
    HM_TRY_ASSIGN(facts.past_date,
                  count_past_date(connection, context.now, context.settings.anchor_fresh_for, facts.past_date_counted));
    HM_TRY_ASSIGN(facts.anchors, current_anchors(connection, most_shown, context.bad));
    HM_TRY_ASSIGN(facts.sessions, recent_sessions(connection, 5, context.bad));
    HM_TRY_ASSIGN(facts.last_events, list_events(connection, EventFilter{.limit = 5}, context.bad));
    HM_TRY_ASSIGN(facts.spooled, count_spool(context.workspace.store.paths()));
    facts.bad_rows = context.bad.size();
    return Answer{status_json(facts), status_text(facts)};
}

}  // namespace

Query show_status() {
    return make_query<ShowStatus, run>("status", "Show where things stand.");
}

}  // namespace hm
