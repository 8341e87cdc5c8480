// What a written word means to the shell: quotes and escapes taken off, braces spread out.
#pragma once

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

}  // namespace hm::shell
