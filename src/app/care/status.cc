// status: where things stand, for a person.
#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "app/command/catalog.h"
#include "app/memory/stale.h"
#include "app/session/liveness.h"
#include "app/session/read_head.h"
#include "app/session/session_meant.h"
#include "app/session/situation.h"
#include "app/work/task.h"
#include "engine/detect/detect.h"
#include "store/queries/anchor.h"
#include "store/queries/event.h"
#include "store/queries/gate.h"
#include "store/queries/memory.h"
#include "store/queries/past_date.h"
#include "store/queries/session.h"
#include "store/queries/spool.h"
#include "store/queries/task.h"
#include "store/queries/work.h"
#include "view/notes_text.h"
#include "view/record_text.h"
#include "view/session_text.h"
#include "view/situation_text.h"
#include "view/work_text.h"

namespace hm {
namespace {

struct ShowStatus {
    static constexpr void fields(auto&&) {}
};

constexpr std::int64_t most_shown = 20;
constexpr std::int64_t most_confirmed = 3;
constexpr Duration confirmed_shown_for = hours(7 * 24);
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
    HM_TRY_ASSIGN(facts.confirmed, confirmed_by_word(connection, Time{context.now.ms - confirmed_shown_for.ms},
                                                     most_confirmed, context.bad));
    HM_TRY_ASSIGN(auto active, list_tasks(connection, TaskStatus::active, most_shown, context.bad));
    HM_TRY_ASSIGN(facts.active_tasks, load_listed_tasks(std::move(active), connection));
    HM_TRY_ASSIGN(facts.left_behind,
                  load_left_work(std::nullopt, context.settings, context.now, connection, context.bad));
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

// inspect scan, deep, drift and hierarchy status: looking at a session from near and far.

namespace {

constexpr std::int64_t most_events = 20;

Result<Situation> situation_of(const NamedSession& input, const QueryContext& context) {
    HM_TRY_ASSIGN(const auto session,
                  session_meant_if_any(input.session, context.actor, context.connection(), context.bad));
    return load_situation(session, context.settings, context.workspace, context.bad);
}

std::string stats_line(const SessionTree& tree) {
    const TreeStats stats = stats_of(tree);
    return fmt::format("{} nodes: {} active, {} pending, {} complete, {} blocked; {} branches could be folded up\n",
                       stats.nodes, stats.active, stats.pending, stats.complete, stats.blocked,
                       completed_branches(tree).size());
}

Result<Answer> run_scan(const NamedSession& input, const QueryContext& context) {
    HM_TRY_ASSIGN(const Situation situation, situation_of(input, context));
    json::object data = tree_json(situation.tree);
    data["signals"] = encode(situation.signals);
    std::string text = tree_text(situation.tree, context.now) + stats_line(situation.tree);
    if (!situation.signals.empty()) text += "signals\n" + signal_lines(situation.signals);
    return Answer{std::move(data), std::move(text)};
}

// The way from the root to the cursor, with the time between the steps: an action before its tactic shows here.
std::string chain_text(const SessionTree& tree) {
    std::string text = "chain\n";
    const TreeNode* before = nullptr;
    for (const TreeNode* node : line_to(tree, tree.cursor)) {
        text += fmt::format("  {} {}", node->name, node->content);
        if (before != nullptr) {
            const Duration gap = node->created_at - before->created_at;
            text +=
                gap.ms < 0 ? std::string(" (made before its parent)") : fmt::format(" ({})", name_of(severity_of(gap)));
        }
        text += "\n";
        before = node;
    }
    return text;
}

Result<Answer> run_deep(const NamedSession& input, const QueryContext& context) {
    HM_TRY_ASSIGN(const Situation situation, situation_of(input, context));
    json::object data = resume_json(situation);
    data["tree"] = tree_json(situation.tree);
    std::string text = tree_text(situation.tree, context.now) + chain_text(situation.tree) + resume_text(situation);
    if (situation.session) {
        HM_TRY_ASSIGN(auto events,
                      list_events(context.connection(), {.session_id = situation.session->id, .limit = most_events},
                                  context.bad));
        std::ranges::reverse(events);
        data["log"] = encode(events);
        text += "log\n" + event_lines(events);
    }
    return Answer{std::move(data), std::move(text)};
}

Result<Answer> run_drift(const NamedSession& input, const QueryContext& context) {
    HM_TRY_ASSIGN(const Session session,
                  session_meant(input.session, context.actor, context.connection(), context.bad));
    HM_TRY_ASSIGN(const SessionRecord record, load_session_record(session, context));
    return Answer{drift_json(record), drift_text(record)};
}

Result<Answer> run_hierarchy(const NamedSession& input, const QueryContext& context) {
    HM_TRY_ASSIGN(const Situation situation, situation_of(input, context));
    json::array branches;
    std::string text = stats_line(situation.tree);
    for (const TreeNode* branch : completed_branches(situation.tree)) {
        branches.emplace_back(summary_of(*branch));
        text += "  " + summary_of(*branch) + "\n";
    }
    json::object data = tree_json(situation.tree);
    data["completed_branches"] = std::move(branches);
    return Answer{std::move(data), std::move(text)};
}

}  // namespace

Query inspect_scan() {
    return make_query<NamedSession, run_scan>("inspect scan", "Look at the tree of a session and its signals.",
                                              "session");
}

Query inspect_deep() {
    return make_query<NamedSession, run_deep>("inspect deep",
                                              "Look back over a session: tree, chain, standing and log.", "session");
}

Query inspect_drift() {
    return make_query<NamedSession, run_drift>("inspect drift", "Show how far a session is off its course.", "session");
}

Query hierarchy_status() {
    return make_query<NamedSession, run_hierarchy>("hierarchy status",
                                                   "Count the tree, and name what could be folded up.", "session");
}

}  // namespace hm
