// session show and resume: a session as people read it.
#include <fmt/format.h>

#include "app/command/catalog.h"
#include "app/session/session_meant.h"
#include "app/session/situation.h"
#include "app/session/tree.h"
#include "domain/signal.h"
#include "store/queries/anchor.h"
#include "store/queries/event.h"
#include "store/queries/session.h"
#include "view/session_text.h"
#include "view/situation_text.h"

namespace hm {
namespace {

constexpr std::int64_t most_shown_of_each = 20;
constexpr std::int64_t most_shown_signals = 10;
constexpr std::int64_t most_shown_anchors = 60;

Result<std::vector<Event>> events_of(const Session& session, std::string_view kind, const QueryContext& context) {
    return list_events(context.connection(),
                       {.session_id = session.id, .kind_prefix = std::string(kind), .limit = most_shown_of_each},
                       context.bad);
}

}  // namespace

Result<SessionRecord> load_session_record(const Session& session, const QueryContext& context) {
    SessionRecord record;
    record.session = session;
    record.counters = read_counters(session.counters);
    record.now = context.now;
    HM_TRY_ASSIGN(const auto completed, events_of(session, "task.complete", context));
    for (const Event& event : completed) record.tasks_completed.push_back(event.summary.str());
    HM_TRY_ASSIGN(const auto delegations, events_of(session, "delegation.", context));
    for (const Event& event : delegations) {
        if (event.subject_id) record.delegations_issued.push_back(event.subject_id->text());
    }
    for (const std::string_view kind : {"memory.save", "memory.flag", "knowledge."}) {
        HM_TRY_ASSIGN(const auto saved, events_of(session, kind, context));
        for (const Event& event : saved) {
            if (event.subject_id) record.entries_created.push_back(event.subject_id->text());
        }
    }
    HM_TRY_ASSIGN(
        const auto points,
        list_records<TurningPoint>(context.connection(), {.of = session.id, .limit = most_shown_of_each}, context.bad));
    for (const TurningPoint& point : points) record.turning_points.push_back(point.summary.str());
    HM_TRY_ASSIGN(const auto anchors, current_anchors(context.connection(), most_shown_anchors, context.bad));
    for (const Anchor& anchor : anchors) {
        const bool outlived = session.last_compaction_at && anchor.created_at < *session.last_compaction_at;
        if (outlived) record.anchors_survived.push_back(anchor.key.str());
    }
    HM_TRY_ASSIGN(record.signals, open_signals(context.connection(), session.id, most_shown_signals, context.bad));
    HM_TRY_ASSIGN(const auto last,
                  list_events(context.connection(), {.session_id = session.id, .limit = 1}, context.bad));
    if (!last.empty()) record.last_event_at = last.front().at;
    return record;
}

// session status, session show, session diff: where a session is, its tree, and how two of them differ.

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

// resume: where things stand, what was decided, what failed, what is next, in ten lines.

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
    HM_TRY_ASSIGN(Situation situation, load_situation(session, context.settings, context.workspace, context.bad));
    HM_TRY(add_left_work(situation, context.settings, context.connection(), context.bad));
    return Answer{resume_json(situation), resume_text(situation)};
}

}  // namespace

Query show_resume() {
    return make_query<Resume, run>("resume", "Say in ten lines where things stand, what failed and what is next.",
                                   "session");
}

}  // namespace hm
