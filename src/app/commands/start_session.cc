// session start: declares what a session is for, in one call. It gets a plan, a read-head at it, and its file.
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/session/move_read_head.h"
#include "app/session/session_meant.h"
#include "domain/role.h"
#include "domain/turning_point.h"

namespace hm {
namespace {

struct StartSession {
    Title focus;
    std::optional<SessionMode> mode;
    std::optional<Paragraph> reason;

    static constexpr void fields(auto&& visit) {
        visit(field("focus", &StartSession::focus, "What the session is for."));
        visit(field("mode", &StartSession::mode, "How it works; plan_driven when left out."));
        visit(field("reason", &StartSession::reason, "Why, when it turns to something new."));
    }
};

// A person at a terminal has no client that would name the session.
Result<Session> new_session(const CommandContext& context) {
    Session session;
    HM_TRY(context.begin(session));
    HM_TRY_ASSIGN(session.client, Word::make(std::string(person_client)));
    HM_TRY_ASSIGN(session.client_session_id, ClientSessionId::make(session.id.text()));
    HM_TRY_ASSIGN(session.role, Word::make(std::string(solo_role)));
    HM_TRY(insert(context.transaction, session));
    return session;
}

Result<Session> own_session(const CommandContext& context) {
    if (!context.actor.session_id) return new_session(context);
    return session_meant(std::nullopt, context.actor, context.connection(), context.bad);
}

Result<Receipt> run(const StartSession& input, const CommandContext& context) {
    HM_TRY_ASSIGN(Session session, own_session(context));
    HM_TRY_ASSIGN(Trajectory head, own_read_head(session, context));
    if (head.intent && head.intent->view() == input.focus.view() && head.active_plan_id) {
        return Receipt{fmt::format("Session {} is at \"{}\" already.", session.stamp.view(), input.focus.view()),
                       session.id};
    }
    session.mode = input.mode.value_or(session.mode);
    session.status = SessionStatus::active;
    session.modified_at = context.now;
    HM_TRY(update(context.transaction, session));
    head.active_plan_id.reset();
    head.active_phase_id.reset();
    head.active_task_ids.clear();
    HM_TRY(declare_trajectory({input.focus, TreeStatus::active, input.reason}, session, head, context));
    head.modified_at = context.now;
    HM_TRY(update(context.transaction, head));
    HM_TRY(count_section(session, input.focus.view(), context));
    return Receipt{
        fmt::format("Session {} is for \"{}\" ({}).", session.stamp.view(), input.focus.view(), name_of(session.mode)),
        session.id,
        std::nullopt,
        {{"stamp", session.stamp.view()}, {"plan_id", head.active_plan_id->text()}}};
}

}  // namespace

Command start_session() {
    return make_command<StartSession, run>("session start", "Declare what a session is for.", "focus");
}

}  // namespace hm
