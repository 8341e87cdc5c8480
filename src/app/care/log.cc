// log: the trail of events, newest last.
#include "app/care/log.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "app/command/catalog.h"
#include "app/command/command.h"
#include "store/queries/settings.h"
#include "view/record_text.h"

namespace hm {
namespace {

// "2h" is that long before now; a bare number is a point in time.
Result<Time> point_in_time(const std::string& text, Time now) {
    Time time;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), time.ms);
    if (error == std::errc{} && end == text.data() + text.size() && time.ms >= 0) return time;
    if (const auto age = parse_duration(text)) return Time{now.ms - age->ms};
    return fail(ErrorCode::invalid_input, fmt::format("'{}' is neither a length of time nor a point in time.", text),
                "Write 45s, 30m, 2h, 3d, or epoch milliseconds.");
}

}  // namespace

Result<EventFilter> to_event_filter(const LogFilter& input, Time now) {
    EventFilter filter{.session_id = input.session_id,
                       .task_id = input.task_id,
                       .subject_id = input.subject_id,
                       .actor = input.actor,
                       .after_seq = input.after.value_or(0),
                       .limit = list_limit(input.limit)};
    if (input.kind) filter.kind_prefix = input.kind->str();
    if (input.text) filter.text = input.text->str();
    if (input.since) {
        HM_TRY_ASSIGN(filter.since, point_in_time(input.since->str(), now));
    }
    return filter;
}

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
