// session resume: takes up where another session, or this one, left off.
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/facts/load_session_tree.h"
#include "app/session/move_read_head.h"
#include "app/session/session_log.h"
#include "app/session/session_meant.h"
#include "domain/session_lifecycle.h"
#include "store/sql/session.h"
#include "store/sql/trajectory.h"

namespace hm {
namespace {

constexpr std::int64_t most_looked_at = 50;

struct ResumeSession {
    std::optional<SessionName> session;

    static constexpr void fields(auto&& visit) {
        visit(field("session", &ResumeSession::session,
                    "Id or stamp of the session to go on with; the newest other one with an aim when left out."));
    }
};

Result<Session> session_to_resume(const ResumeSession& input, const CommandContext& context) {
    if (input.session) return session_meant(input.session, context.actor, context.connection(), context.bad);
    HM_TRY_ASSIGN(auto sessions, recent_sessions(context.connection(), most_looked_at, context.bad));
    for (Session& session : sessions) {
        if (session.id == context.actor.session_id) continue;
        HM_TRY_ASSIGN(const auto head, read_head_of(context.connection(), session.id, context.bad));
        if (head && head->active_plan_id) return std::move(session);
    }
    return fail(ErrorCode::not_found, "There is no session to go on with.",
                "Begin one: `hivemind session start \"what for\"`.");
}

// The agent's own session goes on where the other one was; the other keeps its read-head.
Result<void> take_over(const Session& from, const Session& to, const CommandContext& context) {
    HM_TRY_ASSIGN(const auto theirs, read_head_for(context.connection(), from.id, context.bad));
    if (!theirs) return {};
    HM_TRY_ASSIGN(Trajectory head, own_read_head(to, context));
    head.active_plan_id = theirs->active_plan_id;
    head.active_phase_id = theirs->active_phase_id;
    head.intent = theirs->intent;
    head.intent_shift_stamp = theirs->intent_shift_stamp;
    head.modified_at = context.now;
    HM_TRY(update(context.transaction, head));
    HM_TRY_ASSIGN(SessionCounters counters, counters_of(context.connection(), to.id));
    counters.continues = from.id.text();
    return save_counters(context.transaction, to.id, counters);
}

Result<Receipt> run(const ResumeSession& input, const CommandContext& context) {
    HM_TRY_ASSIGN(Session session, session_to_resume(input, context));
    const bool is_another = context.actor.session_id && *context.actor.session_id != session.id;
    if (is_another) {
        HM_TRY_ASSIGN(const Session own, session_meant(std::nullopt, context.actor, context.connection(), context.bad));
        HM_TRY(take_over(session, own, context));
        return Receipt{fmt::format("Session {} goes on where {} was. `hivemind resume` says where that is.",
                                   own.stamp.view(), session.stamp.view()),
                       own.id};
    }
    if (session.status == SessionStatus::active) {
        return Receipt{fmt::format("Session {} is open already.", session.stamp.view()), session.id};
    }
    HM_TRY(move_to(session, SessionStatus::active, context.now));
    session.modified_at = context.now;
    HM_TRY(update(context.transaction, session));
    context.afterwards.views.emplace_back(
        [session](Receipt&, Workspace& workspace) { unarchive_session_file(session, workspace); });
    return Receipt{fmt::format("Session {} is open again.", session.stamp.view()), session.id};
}

}  // namespace

Command resume_session() {
    return make_command<ResumeSession, run>("session resume", "Go on where a session left off.", "session");
}

}  // namespace hm
