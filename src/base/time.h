// A point in time as epoch milliseconds, and a length of time. Both are plain values: who wants to know
// the time gets it as an argument; only the edges of the program ask a Clock.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace hm {

struct Duration {
    std::int64_t ms = 0;
    auto operator<=>(const Duration&) const = default;
};

struct Time {
    std::int64_t ms = 0;
    auto operator<=>(const Time&) const = default;
};

constexpr Duration milliseconds(std::int64_t n) {
    return {n};
}
constexpr Duration seconds(std::int64_t n) {
    return {n * 1000};
}
constexpr Duration minutes(std::int64_t n) {
    return {n * 60'000};
}
constexpr Duration hours(std::int64_t n) {
    return {n * 3'600'000};
}

constexpr Time operator+(Time time, Duration duration) {
    return {time.ms + duration.ms};
}
constexpr Duration operator-(Time later, Time earlier) {
    return {later.ms - earlier.ms};
}

// Reads "30m", "2h", "45s", "3d", "250ms". A bare number is refused: its unit would be a guess.
Result<Duration> parse_duration(std::string_view text);
std::string to_text(Duration duration);

// 2026-11-15T20:31:07Z
std::string to_iso(Time time);
// 2026-11-15T20:31Z
std::string to_iso_minute(Time time);

class Clock {
public:
    virtual ~Clock() = default;
    virtual Time now() = 0;
};

class SystemClock final : public Clock {
public:
    Time now() override;
};

}  // namespace hm
