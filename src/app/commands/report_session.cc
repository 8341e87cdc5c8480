// session report: what the next compaction of a session shall keep, in the agent's or a person's words, and the plan by
// which the session goes on after the last one. A subagent reports on the session that asked it.
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/session/clean_context.h"
#include "app/session/session_meant.h"
#include "base/utf8.h"

namespace hm {
namespace {

struct ReportSession {
    MemoryText content;
    std::optional<CleanContextPlan> plan;
    std::optional<SessionName> session;

    static constexpr void fields(auto&& visit) {
        visit(field("content", &ReportSession::content, "What to preserve, and what not."));
        visit(field("plan", &ReportSession::plan,
                    "Clean context plan to go on by: trajectory, tactic, turning points, next action."));
        visit(field("session", &ReportSession::session,
                    "Id or stamp of the session; left out: your own, or, in a subagent, the one that asked it."));
    }
};

Result<Session> session_reported_on(const ReportSession& input, const CommandContext& context) {
    HM_TRY_ASSIGN(Session session, session_meant(input.session, context.actor, context.connection(), context.bad));
    if (input.session || !session.parent_session_id) return session;
    HM_TRY_ASSIGN(auto parent, find<Session>(context.connection(), *session.parent_session_id, context.bad));
    return parent ? std::move(*parent) : std::move(session);
}

Result<Receipt> run(const ReportSession& input, const CommandContext& context) {
    HM_TRY_ASSIGN(Session session, session_reported_on(input, context));
    session.next_compaction_report = input.content;
    if (input.plan) keep_clean_context(session, *input.plan);
    session.modified_at = context.now;
    HM_TRY(update(context.transaction, session));
    std::string said = fmt::format("The next compaction of session {} will keep it.", session.stamp.view());
    // In the session's file the plan stays to be read when it is long done with.
    if (input.plan) said += fmt::format(" Clean context plan: {}", shorten(input.plan->view(), 300));
    Receipt receipt{std::move(said), session.id};
    receipt.details["session_id"] = session.id.text();
    return receipt;
}

}  // namespace

Command report_session() {
    return make_command<ReportSession, run>("session report", "Say what the next compaction of a session shall keep.",
                                            "content");
}

}  // namespace hm
