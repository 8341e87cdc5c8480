#include "app/session/load_session_record.h"

#include "domain/turning_point.h"
#include "store/sql/anchor.h"
#include "store/sql/event.h"
#include "store/sql/signal.h"

namespace hm {
namespace {

constexpr std::int64_t most_of_each = 20;
constexpr std::int64_t most_signals = 10;
constexpr std::int64_t most_anchors = 60;

Result<std::vector<Event>> events_of(const Session& session, std::string_view kind, const QueryContext& context) {
    return list_events(context.connection(),
                       {.session_id = session.id, .kind_prefix = std::string(kind), .limit = most_of_each},
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
    HM_TRY_ASSIGN(const auto points, list_records<TurningPoint>(
                                         context.connection(), {.of = session.id, .limit = most_of_each}, context.bad));
    for (const TurningPoint& point : points) record.turning_points.push_back(point.summary.str());
    HM_TRY_ASSIGN(const auto anchors, current_anchors(context.connection(), most_anchors, context.bad));
    for (const Anchor& anchor : anchors) {
        const bool outlived = session.last_compaction_at && anchor.created_at < *session.last_compaction_at;
        if (outlived) record.anchors_survived.push_back(anchor.key.str());
    }
    HM_TRY_ASSIGN(record.signals, open_signals(context.connection(), session.id, most_signals, context.bad));
    HM_TRY_ASSIGN(const auto last,
                  list_events(context.connection(), {.session_id = session.id, .limit = 1}, context.bad));
    if (!last.empty()) record.last_event_at = last.front().at;
    return record;
}

}  // namespace hm
