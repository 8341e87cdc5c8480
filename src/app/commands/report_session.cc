// session report: what the next compaction of a session shall keep, in the agent's or a person's words.
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/session/session_meant.h"

namespace hm {
namespace {

struct ReportSession {
    MemoryText content;
    std::optional<SessionName> session;

    static constexpr void fields(auto&& visit) {
        visit(field("content", &ReportSession::content, "What to preserve, and what not."));
        visit(field("session", &ReportSession::session, "Id or stamp of the session; your own when left out."));
    }
};

Result<Receipt> run(const ReportSession& input, const CommandContext& context) {
    HM_TRY_ASSIGN(Session session, session_meant(input.session, context.actor, context.connection(), context.bad));
    session.next_compaction_report = input.content;
    session.modified_at = context.now;
    HM_TRY(update(context.transaction, session));
    return Receipt{fmt::format("The next compaction of session {} will keep it.", session.stamp.view()), session.id};
}

}  // namespace

Command report_session() {
    return make_command<ReportSession, run>("session report", "Say what the next compaction of a session shall keep.",
                                            "content");
}

}  // namespace hm
