// session update: says where a session is: its trajectory, its tactic, its action. What was declared before stays.
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/session/move_read_head.h"
#include "app/session/session_meant.h"

namespace hm {
namespace {

struct UpdateSession {
    TreeLevel level = TreeLevel::action;
    Title content;
    std::optional<TreeStatus> status;
    std::optional<Paragraph> reason;
    std::optional<SessionName> session;

    static constexpr void fields(auto&& visit) {
        visit(field("level", &UpdateSession::level, "trajectory: the aim; tactic: the way; action: the step."));
        visit(field("content", &UpdateSession::content, "What it is."));
        visit(field("status", &UpdateSession::status, "Where it stands; active when left out."));
        visit(field("reason", &UpdateSession::reason, "Why it changes, or what shows that it is complete."));
        visit(field("session", &UpdateSession::session, "Id or stamp of the session; your own when left out."));
    }
};

Result<Receipt> declare(const UpdateSession& input, const Session& session, Trajectory& head,
                        const CommandContext& context) {
    const Move move{input.content, input.status.value_or(TreeStatus::active), input.reason};
    switch (input.level) {
        case TreeLevel::trajectory: return declare_trajectory(move, session, head, context);
        case TreeLevel::tactic: return declare_tactic(move, session, head, context);
        case TreeLevel::action: break;
    }
    return declare_action(move, session, head, context);
}

Result<Receipt> run(const UpdateSession& input, const CommandContext& context) {
    HM_TRY_ASSIGN(const Session session,
                  session_meant(input.session, context.actor, context.connection(), context.bad));
    HM_TRY_ASSIGN(Trajectory head, own_read_head(session, context));
    HM_TRY_ASSIGN(Receipt receipt, declare(input, session, head, context));
    head.modified_at = context.now;
    HM_TRY(update(context.transaction, head));
    HM_TRY(count_section(session, input.content.view(), context));
    receipt.details["session_id"] = session.id.text();
    return receipt;
}

}  // namespace

Command update_session() {
    return make_command<UpdateSession, run>("session update", "Say where a session is: its aim, its way, its step.",
                                            "level content");
}

}  // namespace hm
