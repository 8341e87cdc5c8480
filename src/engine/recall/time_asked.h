// The time that a question speaks of: "last week", "yesterday", "in May 2023", "on 13 October". Pure: now is a fact.
// Also what --since and --until take.
#pragma once

#include <optional>
#include <string_view>

#include "base/time.h"

namespace hm {

// From `since` on, before `until`. A question about the 13th means most of all that day, and the days around it too.
struct TimeAsked {
    Time since;
    Time until;
};

// Months and days without a year mean the last ones before now.
std::optional<TimeAsked> time_asked(std::string_view question, Time now);

// 1 inside, less for the days around it, 0 elsewhere.
double nearness(const TimeAsked& asked, Time made_at);

// "2026-05-01", "2026-05-01T10:30", "3d" (ago), or words as above; the beginning of what they mean.
Result<Time> parse_moment(std::string_view text, Time now);

}  // namespace hm
