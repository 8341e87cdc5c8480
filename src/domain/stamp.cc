#include "domain/stamp.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace hm {
namespace {

std::optional<int> number_in(std::string_view digits) {
    int value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (digits.empty() || error != std::errc{} || end != digits.data() + digits.size() || value < 0) return {};
    return value;
}

bool is_possible(const LocalMinute& m) {
    return m.minute < 60 && m.hour < 24 && m.day >= 1 && m.day <= 31 && m.month >= 1 && m.month <= 12 && m.year >= 1970;
}

}  // namespace

StampText make_stamp(const LocalMinute& m, int taken) {
    std::string text = fmt::format("{:02}{:02}{:02}{:02}{:04}", m.minute, m.hour, m.day, m.month, m.year);
    if (taken > 0) text += fmt::format("-{}", taken);
    auto stamp = StampText::make(std::move(text));
    HM_ASSERT(stamp.has_value());
    return std::move(*stamp);
}

std::vector<ReadStamp> stamp_readings(std::string_view text) {
    std::vector<ReadStamp> readings;
    const auto add = [&](const std::optional<ReadStamp>& read) {
        if (read && std::find(readings.begin(), readings.end(), *read) == readings.end()) readings.push_back(*read);
    };
    add(read_stamp(text));
    const std::size_t dash = std::min(text.find('-'), text.size());
    const std::string digits(text.substr(0, dash));
    const std::string rest(text.substr(dash));
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    const bool is_number = std::all_of(digits.begin(), digits.end(), is_digit);
    if (!is_number || digits.size() < 10 || digits.size() > 12) return readings;
    // Where a digit may be missing: in the year ("026" for 2026), and in front of day, month, minute and hour: the
    // minute before the hour, because whatever takes a stamp for a number drops the zero it begins with.
    const auto with = [](std::string number, std::size_t at, char digit) {
        number.insert(std::min(at, number.size()), 1, digit);
        return number;
    };
    constexpr std::array<std::pair<std::size_t, char>, 5> places{{{8, '2'}, {4, '0'}, {6, '0'}, {0, '0'}, {2, '0'}}};
    for (const auto& [at, digit] : places) {
        const std::string once = with(digits, at, digit);
        if (once.size() == 12) add(read_stamp(once + rest));
        if (once.size() != 11) continue;
        for (const auto& [also, other] : places) add(read_stamp(with(once, also, other) + rest));
    }
    return readings;
}

std::optional<ReadStamp> read_stamp(std::string_view text) {
    ReadStamp read;
    if (const std::size_t dash = text.find('-'); dash != std::string_view::npos) {
        const std::optional<int> taken = number_in(text.substr(dash + 1));
        if (!taken || *taken == 0) return {};
        read.taken = *taken;
        text = text.substr(0, dash);
    }
    if (text.size() < 10 || text.size() > 12) return {};
    const std::size_t month_digits = text.size() == 11 ? 1 : 2;
    const auto minute = number_in(text.substr(0, 2));
    const auto hour = number_in(text.substr(2, 2));
    const auto day = number_in(text.substr(4, 2));
    const auto month = number_in(text.substr(6, month_digits));
    const auto year = number_in(text.substr(6 + month_digits));
    if (!minute || !hour || !day || !month || !year) return {};
    read.minute = {*minute, *hour, *day, *month, text.size() == 10 ? 2000 + *year : *year};
    if (!is_possible(read.minute)) return {};
    return read;
}

}  // namespace hm
