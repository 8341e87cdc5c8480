// What a written word means to the shell: quotes and escapes taken off, braces spread out.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hm::shell {

// Takes the backslashes off an unquoted word.
std::string unescape_bare(std::string_view text);

// Inside "…" a backslash only guards $ ` " \ and the end of a line.
std::string unescape_quoted(std::string_view text);

// The inside of $'…': \n, \x41, \101, é.
std::string unescape_ansi(std::string_view text);

// a{b,c} is ab ac; what has no braces is itself. Nothing when there are more than 256.
std::vector<std::string> spread_braces(const std::string& text);

// Small letters, and blanks for line ends and tabs.
std::string lower_case(std::string_view text);

// A * ? or [ that no backslash guards.
bool has_bare_glob(std::string_view text);

// Whether a word is one of many: how the judges keep the names that they know.

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
