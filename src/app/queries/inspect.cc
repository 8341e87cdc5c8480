// inspect scan, deep, drift and hierarchy status: looking at a session from near and far.
#include <fmt/format.h>

#include <algorithm>

#include "app/facts/load_situation.h"
#include "app/queries/queries.h"
#include "app/session/load_session_record.h"
#include "app/session/session_meant.h"
#include "store/sql/event.h"
#include "view/record_lists.h"
#include "view/session_text.h"
#include "view/signal_text.h"
#include "view/situation_text.h"

namespace hm {
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
