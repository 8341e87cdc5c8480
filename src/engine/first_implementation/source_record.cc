#include "engine/first_implementation/source_record.h"

#include <charconv>

#include "base/text.h"
#include "base/utf8.h"

namespace hm::first {
namespace {

std::string repaired(std::string_view text) {
    std::string clean = repair_utf8(text);
    std::erase(clean, '\0');
    return clean;
}

std::optional<std::string> text_of(const json::value& value) {
    if (value.is_string()) return repaired(value.get_string());
    if (!value.is_object()) return std::nullopt;
    const std::string_view name = text_member(value.get_object(), "name");
    return name.empty() ? std::nullopt : std::optional(repaired(name));
}

// Days since 1970-01-01 of a day of the Gregorian calendar.
std::int64_t days_of(std::int64_t year, std::int64_t month, std::int64_t day) {
    const std::int64_t y = month <= 2 ? year - 1 : year;
    const std::int64_t era = (y >= 0 ? y : y - 399) / 400;
    const std::int64_t year_of_era = y - era * 400;
    const std::int64_t day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return era * 146097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719468;
}

std::optional<std::int64_t> digits(std::string_view text, std::size_t at, std::size_t count) {
    if (at + count > text.size()) return std::nullopt;
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data() + at, text.data() + at + count, value);
    if (error != std::errc{} || end != text.data() + at + count) return std::nullopt;
    return value;
}

// 2026-03-12T20:09:46.803Z; an offset is not applied, the old files have none.
std::optional<Time> read_iso(std::string_view text) {
    const auto year = digits(text, 0, 4);
    const auto month = digits(text, 5, 2);
    const auto day = digits(text, 8, 2);
    if (!year || !month || !day || *month < 1 || *month > 12 || *day < 1 || *day > 31) return std::nullopt;
    std::int64_t ms = days_of(*year, *month, *day) * 86'400'000;
    const auto hour = digits(text, 11, 2);
    const auto minute = digits(text, 14, 2);
    const auto second = digits(text, 17, 2);
    if (hour && minute) ms += *hour * 3'600'000 + *minute * 60'000;
    if (second) ms += *second * 1000;
    if (second && text.size() > 19 && text[19] == '.') ms += digits(text, 20, 3).value_or(0);
    return Time{ms};
}

}  // namespace

std::optional<Time> read_time(const json::value& value) {
    if (value.is_string()) return read_iso(value.get_string());
    boost::system::error_code error;
    const auto number = value.to_number<double>(error);
    constexpr double latest = 4'102'444'800'000;  // the year 2100
    if (error || number <= 0 || number > latest) return std::nullopt;
    return Time{static_cast<std::int64_t>(number)};
}

std::optional<std::string> SourceRecord::text(std::initializer_list<std::string_view> names, std::size_t limit) {
    for (const std::string_view name : names) {
        const json::value* value = object_.if_contains(name);
        const std::optional<std::string> found = value == nullptr ? std::nullopt : text_of(*value);
        if (!found || found->empty()) continue;
        std::string fitting = shorten(*found, limit);
        const bool is_whole = value->is_string() && fitting == *found;
        if (is_whole) object_.stable_erase(name);
        return fitting;
    }
    return std::nullopt;
}

std::optional<Time> SourceRecord::time(std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names) {
        const json::value* value = object_.if_contains(name);
        const std::optional<Time> found = value == nullptr ? std::nullopt : read_time(*value);
        if (!found) continue;
        object_.stable_erase(name);
        return found;
    }
    return std::nullopt;
}

std::optional<double> SourceRecord::number(std::string_view name) {
    const json::value* value = object_.if_contains(name);
    if (value == nullptr) return std::nullopt;
    boost::system::error_code error;
    const auto found = value->to_number<double>(error);
    if (error) return std::nullopt;
    object_.stable_erase(name);
    return found;
}

std::optional<bool> SourceRecord::flag(std::string_view name) {
    const json::value* value = object_.if_contains(name);
    if (value == nullptr || !value->is_bool()) return std::nullopt;
    const bool found = value->get_bool();
    object_.stable_erase(name);
    return found;
}

json::array SourceRecord::texts(std::initializer_list<std::string_view> names, std::size_t limit) {
    json::array taken;
    for (const std::string_view name : names) {
        const json::value* value = object_.if_contains(name);
        if (value == nullptr) continue;
        const json::array given = value->is_array() ? value->get_array() : json::array{*value};
        bool is_whole = true;
        for (const json::value& item : given) {
            const bool fits = item.is_string() && check_text(std::string_view(item.get_string()), 1, limit);
            if (fits && taken.size() < 1000) taken.push_back(item);
            const bool is_empty = item.is_string() && item.get_string().empty();
            is_whole = is_whole && (fits || is_empty);
        }
        if (is_whole) object_.stable_erase(name);
        break;
    }
    return taken;
}

std::vector<json::object> SourceRecord::objects(std::string_view name) {
    std::vector<json::object> taken;
    const json::value* value = object_.if_contains(name);
    if (value == nullptr || !value->is_array()) return taken;
    for (const json::value& item : value->get_array()) {
        if (item.is_object()) taken.push_back(item.get_object());
        if (item.is_string()) taken.push_back({{"name", item}});
    }
    object_.stable_erase(name);
    return taken;
}

std::optional<json::object> SourceRecord::object(std::string_view name) {
    const json::value* value = object_.if_contains(name);
    if (value == nullptr || !value->is_object()) return std::nullopt;
    json::object taken = value->get_object();
    object_.stable_erase(name);
    return taken;
}

void SourceRecord::forget(std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names) object_.stable_erase(name);
}

}  // namespace hm::first
