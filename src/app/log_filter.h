// Which events of the trail somebody wants to see. `log` shows them, an EventFeed follows them.
#pragma once

#include "base/codec.h"
#include "domain/event.h"
#include "store/sql/event.h"

namespace hm {

struct LogFilter {
    std::optional<Word> kind;
    std::optional<Id> session_id;
    std::optional<Id> task_id;
    std::optional<Id> subject_id;
    std::optional<ActorKind> actor;
    std::optional<Word> since;
    std::optional<Sentence> text;
    std::optional<std::int64_t> after;
    std::optional<std::int64_t> limit;

    static constexpr void fields(auto&& visit) {
        visit(field("kind", &LogFilter::kind, "Only kinds that begin so: gate, memory.save, checkpoint."));
        visit(same_as(&Event::session_id, &LogFilter::session_id));
        visit(same_as(&Event::task_id, &LogFilter::task_id));
        visit(same_as(&Event::subject_id, &LogFilter::subject_id));
        visit(same_as(&Event::actor, &LogFilter::actor));
        visit(field("since", &LogFilter::since, "Not older than this: 2h, 3d, or epoch milliseconds."));
        visit(field("text", &LogFilter::text, "Only with this text in kind, summary or facts."));
        visit(field("after", &LogFilter::after, "Only events behind this place in the trail."));
        visit(field("limit", &LogFilter::limit, "Most to show, the newest; 50 when left out."));
    }
};

Result<EventFilter> to_event_filter(const LogFilter& input, Time now);

}  // namespace hm
