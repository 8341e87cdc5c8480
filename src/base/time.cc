#include "base/time.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <ctime>

namespace hm {
namespace {

struct Unit {
    std::string_view name;
    std::int64_t ms;
};

// Largest first: to_text takes the first that divides the length.
constexpr std::array<Unit, 5> units{{{"d", 86'400'000}, {"h", 3'600'000}, {"m", 60'000}, {"s", 1'000}, {"ms", 1}}};

constexpr std::int64_t longest_duration_ms = std::int64_t{3650} * 86'400'000;

}  // namespace

Result<Duration> parse_duration(std::string_view text) {
    std::int64_t count = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
    const std::string_view name(end, static_cast<std::size_t>(text.data() + text.size() - end));
    if (error == std::errc{} && count >= 0) {
        for (const Unit& unit : units) {
            if (unit.name == name && count <= longest_duration_ms / unit.ms) return Duration{count * unit.ms};
        }
    }
    return fail(ErrorCode::invalid_input, fmt::format("'{}' is not a length of time.", text),
                "Write a number and a unit: 45s, 30m, 2h, 3d (at most 3650d).");
}

std::string to_text(Duration duration) {
    if (duration.ms == 0) return "0s";
    for (const Unit& unit : units) {
        if (duration.ms % unit.ms == 0) return fmt::format("{}{}", duration.ms / unit.ms, unit.name);
    }
    return {};
}

std::string to_iso(Time time) {
    const std::time_t seconds_since_epoch = static_cast<std::time_t>(time.ms / 1000);
    std::tm parts{};
    gmtime_r(&seconds_since_epoch, &parts);
    return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday,
                       parts.tm_hour, parts.tm_min, parts.tm_sec);
}

std::string to_iso_minute(Time time) {
    return to_iso(time).substr(0, 16) + "Z";
}

Time SystemClock::now() {
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    return {static_cast<std::int64_t>(now.tv_sec) * 1000 + now.tv_nsec / 1'000'000};
}

}  // namespace hm
