// session status, session show, session diff: where a session is, its tree, and how two of them differ.
#include <fmt/format.h>

#include "app/facts/load_session_tree.h"
#include "app/queries/queries.h"
#include "app/session/load_session_record.h"
#include "app/session/session_meant.h"
#include "store/sql/event.h"
#include "view/session_record_text.h"
#include "view/session_text.h"

namespace hm {
namespace {

Result<Answer> run_status(const NamedSession& input, const QueryContext& context) {
    HM_TRY_ASSIGN(const Session session,
                  session_meant(input.session, context.actor, context.connection(), context.bad));
    HM_TRY_ASSIGN(const SessionRecord record, load_session_record(session, context));
    return Answer{session_record_json(record), session_record_text(record)};
}

Result<Answer> run_show(const NamedSession& input, const QueryContext& context) {
    HM_TRY_ASSIGN(const Session session,
                  session_meant(input.session, context.actor, context.connection(), context.bad));
    HM_TRY_ASSIGN(const TreeFacts facts, load_session_tree(context.connection(), session.id, context.bad));
    const SessionTree tree = make_tree(facts);
    json::object data = tree_json(tree);
    data["session"] = encode(session);
    return Answer{std::move(data),
                  fmt::format("{}\n{}", session_headline(session, context.now), tree_text(tree, context.now))};
}

struct TwoSessions {
    SessionName one;
    SessionName other;

    static constexpr void fields(auto&& visit) {
        visit(field("one", &TwoSessions::one, "Id or stamp of a session."));
        visit(field("other", &TwoSessions::other, "Id or stamp of the session to compare it with."));
    }
};

Result<Answer> run_diff(const TwoSessions& input, const QueryContext& context) {
    HM_TRY_ASSIGN(const Session one, session_meant(input.one, context.actor, context.connection(), context.bad));
    HM_TRY_ASSIGN(const Session other, session_meant(input.other, context.actor, context.connection(), context.bad));
    HM_TRY_ASSIGN(const SessionRecord first, load_session_record(one, context));
    HM_TRY_ASSIGN(const SessionRecord second, load_session_record(other, context));
    return Answer{session_diff_json(first, second), session_diff_text(first, second)};
}

struct NoInput {
    static constexpr void fields(auto&&) {}
};

// The session at work: the actor's own, or the one that was heard of last, if that is not long ago.
Result<std::optional<Session>> session_at_work(const QueryContext& context) {
    constexpr std::int64_t most_events = 50;
    constexpr Duration at_work_for = hours(2);
    std::optional<Id> id = context.actor.session_id;
    if (!id) {
        HM_TRY_ASSIGN(const auto events, list_events(context.connection(), {.limit = most_events}, context.bad));
        for (const Event& event : events) {
            if (id || context.now - event.at >= at_work_for) break;
            id = event.session_id;
        }
    }
    if (!id) return std::nullopt;
    return find<Session>(context.connection(), *id, context.bad);
}

Result<Answer> run_stamp(const NoInput&, const QueryContext& context) {
    HM_TRY_ASSIGN(const std::optional<Session> session, session_at_work(context));
    if (!session || session->status != SessionStatus::active) return Answer{json::object{}, ""};
    return Answer{json::object{{"stamp", session->stamp.view()}}, session->stamp.str() + "\n"};
}

}  // namespace

Query session_stamp() {
    return make_query<NoInput, run_stamp>("session stamp", "Print the stamp of the session at work.");
}

Query session_status() {
    return make_query<NamedSession, run_status>("session status", "Show what a session did and where it is.",
                                                "session");
}

Query show_session() {
    return make_query<NamedSession, run_show>("session show", "Draw the tree of a session, with stamps and gaps.",
                                              "session");
}

Query session_diff() {
    return make_query<TwoSessions, run_diff>("session diff", "Show how two sessions differ.", "one other");
}

}  // namespace hm
