// The words of a text as they are searched for: lower case, without accents, as stems, in order, without the stop
// words. An identifier gives its parts and itself (retryCount: retri, count, retrycount), a path its parts. Text
// without spaces between words (Chinese, Japanese, Korean) gives its pairs of characters. What is stored and what is
// asked go through here alike. Search words are stored, so what makes them must not change without a migration that
// makes them anew.
#pragma once

#include <bitset>
#include <string>
#include <string_view>
#include <vector>

namespace hm {

inline constexpr std::size_t longest_search_word = 48;

std::vector<std::string> search_words(std::string_view text);

// The same words in their places, but one that begins unlike all those asked for may be empty: for counting a few words
// in many texts without making every stem.
using Beginnings = std::bitset<std::size_t{256} * 256>;
Beginnings beginnings_of(const std::vector<std::string>& words);
std::vector<std::string> search_words_like(std::string_view text, const Beginnings& asked);

bool is_stop_word(std::string_view word);

}  // namespace hm
