// The event log as people read it: filters, pages and a feed that follows it.
#pragma once

#include "app/command/workspace.h"
#include "base/codec.h"
#include "domain/event.h"
#include "store/queries/event.h"

namespace hm {

// Which events of the trail somebody wants to see. `log` shows them, an EventFeed follows them.

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

// EventFeed: the trail as it grows. Each look gives what came since the last one, every event exactly once
// and in order: events are numbered under the write lock, so none appears behind a later one.
// It only reads, and holds no snapshot between two looks.

class EventFeed {
public:
    // The first look gives the newest events that are there, as many as the filter's limit; none for 0.
    // REQUIRES: the workspace's store outlives the feed.
    static Result<EventFeed> open(const json::value& filter, const Workspace& workspace);

    // Oldest first; empty when nothing passed the filter. A busy store is a failure that may be tried again.
    Result<std::vector<Event>> look();
    // True when the last look stopped before the end of the trail.
    bool has_more() const { return has_more_; }

private:
    EventFeed(const Workspace& workspace, EventFilter filter, bool wants_earlier)
        : workspace_(workspace), filter_(std::move(filter)), wants_earlier_(wants_earlier) {}
    Result<std::vector<Event>> read();

    Workspace workspace_;
    EventFilter filter_;
    bool wants_earlier_;
    bool has_begun_ = false;
    bool has_more_ = false;
    std::int64_t version_ = 0;
};

}  // namespace hm
