// resume: where things stand, what was decided, what failed, what is next, in ten lines.
#include "app/facts/load_situation.h"
#include "app/queries/queries.h"
#include "app/session/session_meant.h"
#include "view/situation_text.h"

namespace hm {
namespace {

struct Resume {
    std::optional<SessionName> session;

    static constexpr void fields(auto&& visit) {
        visit(field("session", &Resume::session, "Id or stamp of a session; the last one with an aim when left out."));
    }
};

Result<Answer> run(const Resume& input, const QueryContext& context) {
    std::optional<Session> session;
    if (input.session) {
        HM_TRY_ASSIGN(session, session_meant(input.session, context.actor, context.connection(), context.bad));
    } else {
        HM_TRY_ASSIGN(session, session_before(std::nullopt, context.connection(), context.bad));
    }
    HM_TRY_ASSIGN(const Situation situation, load_situation(session, context.settings, context.workspace, context.bad));
    return Answer{resume_json(situation), resume_text(situation)};
}

}  // namespace

Query show_resume() {
    return make_query<Resume, run>("resume", "Say in ten lines where things stand, what failed and what is next.",
                                   "session");
}

}  // namespace hm
