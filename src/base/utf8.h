// UTF-8 as bytes: counting, checking and cutting by whole characters. Knows nothing of languages.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace hm {

bool is_valid_utf8(std::string_view text);

// REQUIRES: text is valid UTF-8.
std::size_t count_characters(std::string_view text);

// The longest beginning of `text` with at most `limit` characters, never cut inside one.
std::string_view first_characters(std::string_view text, std::size_t limit);

// first_characters with a visible ellipsis when something was left out; at most `limit` characters in all.
std::string shorten(std::string_view text, std::size_t limit);

// Bytes that are not UTF-8 become U+FFFD, so that text from outside can be stored and shown.
std::string repair_utf8(std::string_view text);

}  // namespace hm
