// log: the trail of events, newest last.
#include <algorithm>

#include "app/log_filter.h"
#include "app/queries/queries.h"
#include "view/record_lists.h"

namespace hm {
namespace {

Result<Answer> run(const LogFilter& input, const QueryContext& context) {
    HM_TRY_ASSIGN(const EventFilter filter, to_event_filter(input, context.now));
    HM_TRY_ASSIGN(auto events, list_events(context.connection(), filter, context.bad));
    std::reverse(events.begin(), events.end());
    return Answer{encode(events), event_lines(events)};
}

}  // namespace

Query show_log() {
    return make_query<LogFilter, run>("log", "Show the trail of events, newest last.", "kind",
                                      &shape_of<std::vector<Event>>);
}

}  // namespace hm
