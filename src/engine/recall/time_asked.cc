#include "engine/recall/time_asked.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <string>
#include <vector>

namespace hm {
namespace {

namespace chrono = std::chrono;

constexpr std::array<std::string_view, 12> months{"january",   "february", "march",    "april",
                                                  "may",       "june",     "july",     "august",
                                                  "september", "october",  "november", "december"};

constexpr std::array<std::string_view, 7> weekdays{"sunday",   "monday", "tuesday", "wednesday",
                                                   "thursday", "friday", "saturday"};
constexpr std::array<std::string_view, 10> counts{"one", "two",   "three", "four", "five",
                                                  "six", "seven", "eight", "nine", "ten"};

Time at(chrono::sys_days day) {
    return {chrono::duration_cast<chrono::milliseconds>(day.time_since_epoch()).count()};
}
chrono::sys_days day_of(Time time) {
    return chrono::floor<chrono::days>(chrono::sys_time<chrono::milliseconds>(chrono::milliseconds(time.ms)));
}

struct Word {
    std::string text;  // lower case
    bool is_capital = false;
};

std::vector<Word> words_of(std::string_view question) {
    std::vector<Word> words;
    bool goes_on = false;
    for (const char c : question) {
        const bool is_upper = c >= 'A' && c <= 'Z';
        const bool is_word = is_upper || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == ':';
        if (is_word && !goes_on) words.push_back({{}, is_upper});
        if (is_word) words.back().text += is_upper ? static_cast<char>(c - 'A' + 'a') : c;
        goes_on = is_word;
    }
    return words;
}

// "13" and "13th"; 0 when it is neither.
int number_of(std::string_view text, int most) {
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const std::string_view rest(end, static_cast<std::size_t>(text.data() + text.size() - end));
    const bool is_ordinal = rest.empty() || rest == "st" || rest == "nd" || rest == "rd" || rest == "th";
    return error == std::errc{} && is_ordinal && number >= 1 && number <= most ? number : 0;
}

int year_of(std::string_view text) {
    const int year = number_of(text, 2999);
    return text.size() == 4 && year >= 1970 ? year : 0;
}

int month_of(const Word& word) {
    // "may" and "march" are verbs as well.
    if ((word.text == "may" || word.text == "march") && !word.is_capital) return 0;
    for (std::size_t i = 0; i < months.size(); ++i) {
        const bool is_short = word.is_capital && word.text.size() == 3 && months[i].starts_with(word.text);
        if (word.text == months[i] || is_short) return static_cast<int>(i) + 1;
    }
    return 0;
}

std::optional<TimeAsked> days(chrono::sys_days first, int count) {
    return TimeAsked{at(first), at(first + chrono::days(count))};
}

std::optional<TimeAsked> whole_month(int year, int month) {
    const chrono::year_month_day first{chrono::year(year), chrono::month(static_cast<unsigned>(month)), chrono::day(1)};
    const chrono::sys_days next = (first.year() / first.month() + chrono::months(1)) / chrono::day(1);
    return TimeAsked{at(chrono::sys_days(first)), at(next)};
}

std::optional<TimeAsked> date(int year, int month, int day) {
    const chrono::year_month_day whole{chrono::year(year), chrono::month(static_cast<unsigned>(month)),
                                       chrono::day(static_cast<unsigned>(day))};
    if (!whole.ok()) return std::nullopt;
    return days(chrono::sys_days(whole), 1);
}

std::optional<TimeAsked> whole_year(int year) {
    return TimeAsked{at(chrono::sys_days(chrono::year(year) / 1 / 1)),
                     at(chrono::sys_days(chrono::year(year + 1) / 1 / 1))};
}

class Reader {
public:
    Reader(std::string_view question, Time now) : words_(words_of(question)), today_(day_of(now)) {}

    std::optional<TimeAsked> read() const {
        for (std::size_t i = 0; i < words_.size(); ++i) {
            if (auto found = iso_date(i)) return bounded(*found, i);
            if (auto found = month(i)) return bounded(*found, i);
            if (auto found = relative(i)) return bounded(*found, i);
        }
        for (const Word& word : words_) {
            if (const int year = year_of(word.text)) return whole_year(year);
        }
        return std::nullopt;
    }

private:
    std::string_view word(std::size_t i) const { return i < words_.size() ? std::string_view(words_[i].text) : ""; }
    chrono::year_month_day today() const { return chrono::year_month_day(today_); }

    // "since May", "before last week": from there on, or up to there. Who asks what was before or after a day means the
    // days around it.
    TimeAsked bounded(TimeAsked found, std::size_t i) const {
        while (i > 0 && (word(i - 1) == "of" || word(i - 1) == "the" || number_of(word(i - 1), 31) > 0)) --i;
        const std::string_view bound = i > 0 ? word(i - 1) : "";
        const Time tomorrow = at(today_ + chrono::days(1));
        if (bound == "since") return {found.since, std::max(tomorrow, found.until)};
        if (bound == "until") return {Time{0}, found.until};
        if (found.until - found.since <= hours(24)) return found;
        if (bound == "after") return {found.until, std::max(tomorrow, found.until)};
        return bound == "before" ? TimeAsked{Time{0}, found.since} : found;
    }

    // "3", "three", and the "a" of "a week ago".
    int count_of(std::size_t i) const {
        if (word(i) == "a" || word(i) == "an") return 1;
        for (std::size_t n = 0; n < counts.size(); ++n) {
            if (word(i) == counts[n]) return static_cast<int>(n) + 1;
        }
        return number_of(word(i), 999);
    }

    // "on Friday" and "last Friday": the last one before today.
    std::optional<TimeAsked> weekday(std::size_t i) const {
        if (i == 0 || (word(i - 1) != "on" && word(i - 1) != "last" && word(i - 1) != "since")) return std::nullopt;
        for (unsigned n = 0; n < weekdays.size(); ++n) {
            if (word(i) != weekdays[n]) continue;
            const chrono::days back = chrono::weekday(today_) - chrono::weekday(n);
            return days(today_ - (back == chrono::days(0) ? chrono::days(7) : back), 1);
        }
        return std::nullopt;
    }

    std::optional<TimeAsked> iso_date(std::size_t i) const {
        const std::string_view text = word(i);
        if (text.size() < 10 || text[4] != '-' || text[7] != '-') return std::nullopt;
        const int year = year_of(text.substr(0, 4));
        const int month = number_of(text.substr(5, 2), 12);
        const int day = number_of(text.substr(8, 2), 31);
        return year > 0 && month > 0 && day > 0 ? date(year, month, day) : std::nullopt;
    }

    // "May 2023", "13 October", "October 13th, 2023", "13th of October".
    std::optional<TimeAsked> month(std::size_t i) const {
        const int month = month_of(words_[i]);
        if (month == 0) return std::nullopt;
        const std::size_t before = i > 0 && word(i - 1) == "of" ? 2 : 1;
        int day = i >= before ? number_of(word(i - before), 31) : 0;
        std::size_t next = i + 1;
        if (const int after = number_of(word(next), 31); day == 0 && after > 0) {
            day = after;
            ++next;
        }
        int year = year_of(word(next));
        if (year == 0) {
            year = static_cast<int>(today().year());
            const bool is_ahead = static_cast<unsigned>(month) > static_cast<unsigned>(today().month());
            if (is_ahead) --year;
        }
        return day > 0 ? date(year, month, day) : whole_month(year, month);
    }

    std::optional<TimeAsked> relative(std::size_t i) const {
        if (word(i) == "today") return days(today_, 1);
        if (word(i) == "yesterday") return days(today_ - chrono::days(1), 1);
        if (auto found = weekday(i)) return found;
        const bool is_today = word(i + 1) == "morning" || word(i + 1) == "afternoon" || word(i + 1) == "evening";
        if (word(i) == "this" && is_today) return days(today_, 1);
        const chrono::sys_days monday = today_ - (chrono::weekday(today_) - chrono::Monday);
        if (word(i) == "this" || word(i) == "last") return week_month_or_year(i, monday);
        const int count = count_of(i);
        if (count == 0) return std::nullopt;
        const bool is_hours = word(i + 1).starts_with("hour") || word(i + 1).starts_with("minute");
        if (is_hours && word(i + 2) == "ago") return days(today_ - chrono::days(count / 24), 1);
        const int unit = days_of_unit(word(i + 1));
        if (unit == 0) return std::nullopt;
        const chrono::sys_days then = today_ - chrono::days(count * unit);
        if (word(i + 2) == "ago") return days(then, unit);
        if (i > 0 && (word(i - 1) == "last" || word(i - 1) == "past"))
            return TimeAsked{at(then), at(today_ + chrono::days(1))};
        return std::nullopt;
    }

    std::optional<TimeAsked> week_month_or_year(std::size_t i, chrono::sys_days monday) const {
        const int back = word(i) == "last" ? 1 : 0;
        if (word(i + 1) == "week") return days(monday - chrono::days(7 * back), 7);
        if (word(i + 1) == "year") return whole_year(static_cast<int>(today().year()) - back);
        if (word(i + 1) != "month") return std::nullopt;
        const auto month = today().year() / today().month() - chrono::months(back);
        return whole_month(static_cast<int>(month.year()), static_cast<int>(static_cast<unsigned>(month.month())));
    }

    static int days_of_unit(std::string_view unit) {
        if (unit == "day" || unit == "days") return 1;
        if (unit == "week" || unit == "weeks") return 7;
        if (unit == "month" || unit == "months") return 30;
        return 0;
    }

    std::vector<Word> words_;
    chrono::sys_days today_;
};

// "T10:30" behind a date.
std::optional<Duration> time_of_day(std::string_view text) {
    if (text.size() < 5 || text[2] != ':') return std::nullopt;
    int hour = 0;
    int minute = 0;
    if (std::from_chars(text.data(), text.data() + 2, hour).ec != std::errc{}) return std::nullopt;
    if (std::from_chars(text.data() + 3, text.data() + 5, minute).ec != std::errc{}) return std::nullopt;
    if (hour > 23 || minute > 59) return std::nullopt;
    return Duration{hours(hour).ms + minutes(minute).ms};
}

}  // namespace

std::optional<TimeAsked> time_asked(std::string_view question, Time now) {
    return Reader(question, now).read();
}

double nearness(const TimeAsked& asked, Time made_at) {
    constexpr std::int64_t day = hours(24).ms;
    const bool is_day = asked.until - asked.since <= hours(24);
    const double inside = is_day ? 1 : 0.6;
    if (made_at >= asked.since && made_at < asked.until) return inside;
    if (!is_day) return 0;
    const std::int64_t away = made_at < asked.since ? asked.since.ms - made_at.ms : made_at.ms - asked.until.ms;
    return away <= day ? 1 : away <= 4 * day ? 0.7 : away <= 15 * day ? 0.4 : 0;
}

Result<Time> parse_moment(std::string_view text, Time now) {
    if (const auto ago = parse_duration(text)) return Time{now.ms - ago->ms};
    if (const auto asked = time_asked(text, now)) {
        if (text.size() > 10 && (text[10] == 'T' || text[10] == ' ')) {
            if (const auto of_day = time_of_day(text.substr(11))) return asked->since + *of_day;
        }
        return asked->since;
    }
    return fail(ErrorCode::invalid_input, fmt::format("'{}' is no time that can be read.", text.substr(0, 60)),
                "Write a date (2026-05-01), a length of time before now (3d, 12h), or words such as \"last week\".");
}

}  // namespace hm
