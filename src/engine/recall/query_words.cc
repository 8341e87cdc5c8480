#include "engine/recall/query_words.h"

#include <algorithm>
#include <array>

namespace hm {
namespace {

// Sorted, so that it can be searched by halves.
constexpr std::array<std::string_view, 70> stop_words{
    "about", "after", "all",  "also", "an",    "and",   "any",  "are",   "as",    "at",    "be",     "because",
    "been",  "but",   "by",   "can",  "could", "did",   "do",   "does",  "for",   "from",  "had",    "has",
    "have",  "how",   "if",   "in",   "into",  "is",    "it",   "its",   "just",  "let",   "like",   "make",
    "me",    "my",    "no",   "not",  "now",   "of",    "on",   "or",    "our",   "out",   "please", "should",
    "so",    "some",  "than", "that", "the",   "their", "them", "then",  "there", "these", "they",   "this",
    "to",    "up",    "us",   "was",  "we",    "what",  "when", "which", "with",  "you"};
static_assert(std::is_sorted(stop_words.begin(), stop_words.end()));

bool is_word_character(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x80 || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || c == '_';
}

char to_lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool is_worth_searching(const std::string& word) {
    return word.size() >= 2 && word.size() <= 60 &&
           !std::binary_search(stop_words.begin(), stop_words.end(), std::string_view(word));
}

}  // namespace

std::vector<std::string> query_words(std::string_view question) {
    std::vector<std::string> words;
    std::string word;
    const auto end_word = [&] {
        if (is_worth_searching(word) && std::find(words.begin(), words.end(), word) == words.end()) {
            words.push_back(word);
        }
        word.clear();
    };
    for (const char c : question) {
        const char lower = to_lower(c);
        if (is_word_character(lower)) {
            word += lower;
        } else {
            end_word();
        }
        if (words.size() == max_query_words) return words;
    }
    end_word();
    return words;
}

}  // namespace hm
