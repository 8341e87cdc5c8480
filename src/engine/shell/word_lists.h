// Whether a word is one of many: how the judges keep the names that they know.
#pragma once

#include <algorithm>
#include <span>
#include <string_view>

namespace hm::shell {

inline bool is_one_of(std::string_view name, std::span<const std::string_view> names) {
    // Most differ in their first letter, and a call asks of hundreds.
    return std::any_of(names.begin(), names.end(), [&](std::string_view each) {
        return each.size() == name.size() && (name.empty() || each.front() == name.front()) && each == name;
    });
}

// Whether it is one of the words that stand in `list` with blanks between them.
inline bool is_listed(std::string_view word, std::string_view list) {
    if (word.empty()) return false;
    for (std::size_t at = list.find(word); at != std::string_view::npos; at = list.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        if ((at == 0 || list[at - 1] == ' ') && (end == list.size() || list[end] == ' ')) return true;
    }
    return false;
}

}  // namespace hm::shell
