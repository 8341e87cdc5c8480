// EventFeed: the trail as it grows. Each look gives what came since the last one, every event exactly once
// and in order: events are numbered under the write lock, so none appears behind a later one.
// It only reads, and holds no snapshot between two looks.
#pragma once

#include "app/log_filter.h"
#include "app/workspace.h"

namespace hm {

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
