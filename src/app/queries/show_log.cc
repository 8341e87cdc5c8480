// log: the trail of events, newest last.
#include <algorithm>

#include "app/list_limit.h"
#include "app/queries/queries.h"
#include "store/sql/event.h"
#include "view/record_lists.h"

namespace hm {
namespace {

struct ShowLog {
    std::optional<Word> kind;
    std::optional<Id> session_id;
    std::optional<Id> subject_id;
    std::optional<std::int64_t> after;
    std::optional<std::int64_t> limit;

    static constexpr void fields(auto&& visit) {
        visit(field("kind", &ShowLog::kind, "Only kinds that begin so: gate., memory, checkpoint."));
        visit(same_as(&Event::session_id, &ShowLog::session_id));
        visit(same_as(&Event::subject_id, &ShowLog::subject_id));
        visit(field("after", &ShowLog::after, "Only events behind this place in the trail."));
        visit(field("limit", &ShowLog::limit, "Most to show; 50 when left out."));
    }
};

Result<Answer> run(const ShowLog& input, const QueryContext& context) {
    EventFilter filter{.session_id = input.session_id,
                       .subject_id = input.subject_id,
                       .after_seq = input.after.value_or(0),
                       .limit = list_limit(input.limit)};
    if (input.kind) filter.kind_prefix = input.kind->str();
    HM_TRY_ASSIGN(auto events, list_events(context.connection(), filter, context.bad));
    std::reverse(events.begin(), events.end());
    return Answer{encode(events), event_lines(events)};
}

}  // namespace

Query show_log() {
    return make_query<ShowLog, run>("log", "Show the trail of events, newest last.");
}

}  // namespace hm
