// session acknowledge: a person has seen what went wrong; the session is held as the project is again.
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/session/session_meant.h"
#include "engine/detect/detect.h"
#include "store/sql/session.h"
#include "store/sql/signal.h"

namespace hm {
namespace {

constexpr std::int64_t most_signals = 20;

struct AcknowledgeSession {
    std::optional<SessionName> session;

    static constexpr void fields(auto&& visit) {
        visit(field("session", &AcknowledgeSession::session, "Id or stamp of the session; the newest when left out."));
    }
};

Result<Receipt> run(const AcknowledgeSession& input, const CommandContext& context) {
    HM_TRY_ASSIGN(const Session session,
                  session_meant(input.session, context.actor, context.connection(), context.bad));
    HM_TRY_ASSIGN(SessionCounters counters, counters_of(context.connection(), session.id));
    const bool was_tightened = counters.is_tightened != 0;
    HM_TRY_ASSIGN(auto signals, open_signals(context.connection(), session.id, most_signals, context.bad));
    for (Signal& signal : signals) {
        signal.cleared_at = context.now;
        signal.modified_at = context.now;
        HM_TRY(update(context.transaction, signal));
    }
    for (std::size_t i = 0; i < enum_names<SignalKind>.size(); ++i) answer(static_cast<SignalKind>(i), counters);
    counters.is_split = 0;
    counters.signals.clear();
    HM_TRY(save_counters(context.transaction, session.id, counters));
    return Receipt{fmt::format("Acknowledged {} signals of session {}.{}", signals.size(), session.stamp.view(),
                               was_tightened ? " It is held as the project is again." : ""),
                   session.id};
}

}  // namespace

Command acknowledge_session() {
    return make_command<AcknowledgeSession, run>("session acknowledge",
                                                 "Say that the signals of a session were seen; ends its strictness.",
                                                 "session", Access::person);
}

}  // namespace hm
