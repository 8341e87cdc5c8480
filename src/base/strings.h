// Strings as bytes and as UTF-8. ASCII letters and digits, whatever the locale says; cutting by whole characters.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace hm {

// Strings as bytes: ASCII letters and digits, whatever the locale says. Counting and cutting by characters is UTF-8's.

constexpr bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

constexpr bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

std::string lower_case(std::string_view text);

// Without the blanks at both ends.
std::string_view trimmed(std::string_view text, std::string_view blanks = " \t\r\n");

// The part of a path behind its last slash.
std::string_view file_name(std::string_view path);

// UTF-8 as bytes: counting, checking and cutting by whole characters. Knows nothing of languages.

bool is_valid_utf8(std::string_view text);

// REQUIRES: text is valid UTF-8.
std::size_t count_characters(std::string_view text);

// The longest beginning of `text` with at most `limit` characters, never cut inside one.
std::string_view first_characters(std::string_view text, std::size_t limit);

// first_characters with a visible ellipsis when something was left out; at most `limit` characters in all.
std::string shorten(std::string_view text, std::size_t limit);

// Bytes that are not UTF-8 become U+FFFD, so that text from outside can be stored and shown.
std::string repair_utf8(std::string_view text);

// A text as one word of a POSIX shell, whatever is in it. A plain one stays as it is, so that people can read it.

std::string shell_word(std::string_view text);

}  // namespace hm
