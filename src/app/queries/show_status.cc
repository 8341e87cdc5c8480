// status: where things stand, for a person.
#include <algorithm>
#include <functional>

#include "app/facts/load_listed_tasks.h"
#include "app/queries/queries.h"
#include "app/stale_entries.h"
#include "app/task_in_hand.h"
#include "engine/detect/detect.h"
#include "store/spool.h"
#include "store/sql/anchor.h"
#include "store/sql/event.h"
#include "store/sql/grant.h"
#include "store/sql/memory.h"
#include "store/sql/past_date.h"
#include "store/sql/session.h"
#include "store/sql/signal.h"
#include "store/sql/task.h"
#include "view/status_text.h"

namespace hm {
namespace {

struct ShowStatus {
    static constexpr void fields(auto&&) {}
};

constexpr std::int64_t most_shown = 20;
constexpr auto most_signals = static_cast<std::int64_t>(most_signals_shown);

Result<Answer> run(const ShowStatus&, const QueryContext& context) {
    Connection& connection = context.connection();
    StatusFacts facts{
        .version = HIVEMIND_VERSION,
        .root = context.workspace.store.paths().root.string(),
        .mode = context.settings.mode,
        .paused_until = is_paused(context.settings, context.now) ? context.settings.paused_until : std::nullopt,
        .fail = effective_fail(context.settings),
        .now = context.now};
    HM_TRY_ASSIGN(facts.grants, grants_in_force(connection, context.now, context.bad));
    if (facts.grants.size() > most_shown) facts.grants.resize(most_shown);
    HM_TRY_ASSIGN(auto active, list_tasks(connection, TaskStatus::active, most_shown, context.bad));
    HM_TRY_ASSIGN(facts.active_tasks, load_listed_tasks(std::move(active), connection));
    HM_TRY_ASSIGN(auto planned, list_tasks(connection, TaskStatus::planned, most_shown, context.bad));
    HM_TRY_ASSIGN(facts.planned_tasks, load_listed_tasks(std::move(planned), connection));
    HM_TRY_ASSIGN(facts.memories, count_memories(connection));
    HM_TRY_ASSIGN(facts.past_date,
                  count_past_date(connection, context.now, context.settings.anchor_fresh_for, facts.past_date_counted,
                                  facts.active_tasks.empty() ? ActiveTasks::none : ActiveTasks::some));
    HM_TRY_ASSIGN(const auto documents, stale_artifacts({.now = context.now}, most_shown, context));
    facts.past_date = std::min(facts.past_date_counted, facts.past_date + std::ssize(documents));
    HM_TRY_ASSIGN(facts.anchors, current_anchors(connection, most_shown, context.bad));
    HM_TRY_ASSIGN(facts.sessions, recent_sessions(connection, 5, context.bad));
    for (const Session& session : facts.sessions) {
        HM_TRY_ASSIGN(auto signals, open_signals(connection, session.id, most_signals, context.bad));
        std::ranges::move(signals, std::back_inserter(facts.signals));
    }
    std::ranges::stable_sort(facts.signals, std::greater<>(), &Signal::severity);
    if (facts.signals.size() > most_signals_shown) facts.signals.resize(most_signals_shown);
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
