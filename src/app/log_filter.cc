#include "app/log_filter.h"

#include <fmt/format.h>

#include <charconv>

#include "app/list_limit.h"

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

}  // namespace hm
