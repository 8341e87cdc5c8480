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

// The beginnings of a few search words: which words may become one of them. A word begins as its stem does, but for the
// stem's last letters.
class Beginnings {
public:
    explicit Beginnings(const std::vector<std::string>& words);

    // False when none of them is this word's stem.
    bool may_begin(std::string_view word) const { return pairs_.test(pair_of(word)) && has_beginning_of(word); }

private:
    static std::size_t pair_of(std::string_view word) {
        const auto byte = [&](std::size_t i) {
            return i < word.size() ? static_cast<std::size_t>(static_cast<unsigned char>(word[i])) : 0;
        };
        return byte(0) * 256 + byte(1);
    }
    bool has_beginning_of(std::string_view word) const;

    std::bitset<std::size_t{256} * 256> pairs_;
    std::vector<std::string> beginnings_;
};

// The words of search_words() in their places, but one that is none of those asked for may be empty: for counting a few
// words in many texts without making every stem.
std::vector<std::string> search_words_like(std::string_view text, const Beginnings& asked);

bool is_stop_word(std::string_view word);

// The stem of an English word, after Porter (1980): "connected", "connection" and "connects" meet in "connect".
// Words that are not plain lower-case letters stay as they are. Stems are stored in the search index, so what makes
// them must not change without a migration that makes the index anew.

std::string stem_of(std::string word);

}  // namespace hm
