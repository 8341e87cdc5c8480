#include "app/event_feed.h"

#include <algorithm>

#include "store/sql/settings.h"

namespace hm {
namespace {

// Places of the trail that one look goes through at the most.
constexpr std::int64_t longest_stretch = 1000;

}  // namespace

Result<EventFeed> EventFeed::open(const json::value& filter, const Workspace& workspace) {
    HM_TRY_ASSIGN(const LogFilter input, decode_as<LogFilter>(filter, "The input"));
    HM_TRY_ASSIGN(EventFilter wanted, to_event_filter(input, workspace.clock.now()));
    return EventFeed(workspace, std::move(wanted), input.limit != 0);
}

Result<std::vector<Event>> EventFeed::look() {
    Connection& connection = workspace_.store.connection();
    connection.set_deadline(Deadline::in(Settings{}.command_deadline));
    // Asked before the read: what is written in between is seen by the next look at the latest.
    HM_TRY_ASSIGN(const std::int64_t version, data_version(connection));
    if (has_begun_ && !has_more_ && version == version_) return std::vector<Event>{};
    HM_TRY_ASSIGN(auto events, read());
    version_ = version;
    return events;
}

Result<std::vector<Event>> EventFeed::read() {
    Connection& connection = workspace_.store.connection();
    HM_TRY_ASSIGN(const Snapshot snapshot, Snapshot::begin(connection));
    HM_TRY_ASSIGN(const std::int64_t last, last_event_seq(connection));
    const bool is_first = !has_begun_;
    filter_.until_seq = is_first ? last : std::min(last, filter_.after_seq + longest_stretch);
    if (!is_first) filter_.limit = longest_stretch;
    BadRows bad;
    std::vector<Event> events;
    if (!is_first || wants_earlier_) {
        HM_TRY_ASSIGN(events, list_events(connection, filter_, bad));
    }
    std::reverse(events.begin(), events.end());
    has_begun_ = true;
    has_more_ = *filter_.until_seq < last;
    filter_.after_seq = std::max(filter_.after_seq, *filter_.until_seq);
    return events;
}

}  // namespace hm
