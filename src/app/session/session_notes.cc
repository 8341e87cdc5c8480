#include "app/session/session_notes.h"

#include <fmt/format.h>

#include "app/chain_breaks.h"
#include "app/facts/load_situation.h"
#include "app/session/clean_context.h"
#include "domain/session_counters.h"
#include "engine/detect/detect.h"
#include "store/sql/signal.h"
#include "view/situation_text.h"
#include "view/survey_text.h"

namespace hm {

namespace {

constexpr std::int64_t setup_turns = 2;

// A session that has done nothing yet opens with where the one before it was; the first of a project, in its first
// turns, with how to begin.
Result<void> add_opening(const Session& session, const SessionCounters& counters, const Settings& settings,
                         Workspace& workspace, std::vector<std::string>& notes, BadRows& bad) {
    if (session.parent_session_id || session.compaction_count > 0 || counters.turn_count > setup_turns) return {};
    HM_TRY_ASSIGN(const auto before, session_before(session.id, workspace.store.connection(), bad));
    if (!before) {
        notes.push_back(setup_text());
        return {};
    }
    if (counters.total_tool_calls > 0 || counters.turn_count > 1) return {};
    HM_TRY_ASSIGN(const Situation situation, load_situation(before, settings, workspace, bad));
    if (situation.facts.plan) notes.push_back("The session before this one:\n" + resume_text(situation));
    return {};
}

}  // namespace

Result<void> add_session_notes(const Session& session, const Settings& settings, Workspace& workspace,
                               std::vector<std::string>& notes, BadRows& bad) {
    const SessionCounters counters = read_counters(session.counters);
    if (auto broken = chain_break_note(workspace)) notes.push_back(std::move(*broken));
    // Said until the agent does something, whatever the person says meanwhile.
    if (counters.awaits_purification != 0) {
        HM_TRY_ASSIGN(const Situation situation, load_situation(session, settings, workspace, bad));
        notes.push_back(purification_text(situation));
    }
    if (const std::string plan = clean_context(session); !plan.empty()) notes.push_back(clean_context_text(plan));
    HM_TRY(add_opening(session, counters, settings, workspace, notes, bad));
    if (counters.signals.empty()) return {};
    HM_TRY_ASSIGN(const auto signals, open_signals(workspace.store.connection(), session.id,
                                                   static_cast<std::int64_t>(most_signals_shown), bad));
    for (const Signal& signal : signals) {
        notes.push_back(fmt::format("{} {}", signal.text.view(), signal.advice ? signal.advice->view() : ""));
    }
    return {};
}

}  // namespace hm
