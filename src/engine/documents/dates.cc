#include "engine/documents/dates.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <string>
#include <vector>

namespace hm {
namespace {

std::vector<std::string_view> words_of(std::string_view text) {
    constexpr std::string_view between = " \t,*_|()[]\"'`";
    std::vector<std::string_view> words;
    for (std::size_t at = text.find_first_not_of(between); at != std::string_view::npos;) {
        const std::size_t end = std::min(text.find_first_of(between, at), text.size());
        words.push_back(text.substr(at, end - at));
        at = text.find_first_not_of(between, end);
    }
    return words;
}

int number_in(std::string_view text) {
    int number = 0;
    for (const char c : text.substr(0, 4)) {
        if (std::isdigit(static_cast<unsigned char>(c)) == 0) return -1;
        number = number * 10 + (c - '0');
    }
    return text.empty() ? -1 : number;
}

std::optional<Time> time_of(int year, int month, int day) {
    const std::chrono::year_month_day date{std::chrono::year(year), std::chrono::month(static_cast<unsigned>(month)),
                                           std::chrono::day(static_cast<unsigned>(day))};
    if (!date.ok() || year < 1990 || year > 2200) return std::nullopt;
    return Time{std::chrono::sys_days(date).time_since_epoch().count() * std::int64_t{86'400'000}};
}

int month_named(std::string_view word) {
    constexpr std::array<std::string_view, 12> months{"jan", "feb", "mar", "apr", "may", "jun",
                                                      "jul", "aug", "sep", "oct", "nov", "dec"};
    std::string lowered(word.substr(0, 3));
    for (char& c : lowered) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    const auto at = std::ranges::find(months, std::string_view(lowered));
    return at == months.end() ? -1 : static_cast<int>(at - months.begin()) + 1;
}

}  // namespace

std::optional<Time> date_in(std::string_view text) {
    const std::vector<std::string_view> words = words_of(text);
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string_view word = words[i];
        if (word.size() >= 10 && (word[4] == '-' || word[4] == '/') && word[7] == word[4]) {
            const auto time =
                time_of(number_in(word.substr(0, 4)), number_in(word.substr(5, 2)), number_in(word.substr(8, 2)));
            if (time) return time;
        }
        if (i + 2 >= words.size() || number_in(words[i + 2]) < 0) continue;
        const bool is_month_first = month_named(word) > 0;
        const int month = is_month_first ? month_named(word) : month_named(words[i + 1]);
        const int day = number_in(is_month_first ? words[i + 1].substr(0, 2) : word.substr(0, 2));
        if (month < 0 || day < 1) continue;
        if (const auto time = time_of(number_in(words[i + 2]), month, day)) return time;
    }
    return std::nullopt;
}

}  // namespace hm
