#include "domain/fingerprints.h"

#include <algorithm>
#include <limits>

namespace hm {
namespace {

bool is_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

bool is_upper(char c) {
    return c >= 'A' && c <= 'Z';
}

bool is_lower(char c) {
    return c >= 'a' && c <= 'z';
}

bool is_beyond_ascii(char c) {
    return static_cast<unsigned char>(c) >= 0x80;
}

bool is_letter_or_digit(char c) {
    return is_upper(c) || is_lower(c) || (c >= '0' && c <= '9') || is_beyond_ascii(c);
}

char to_lower(char c) {
    return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c;
}

// "Retry", "RETRY" and "Don't", but not fooBar, -R, x86 or a letter that stands alone: its case may be all it is.
bool is_plain_word(std::string_view word) {
    const bool is_of_letters = std::all_of(
        word.begin(), word.end(), [](char c) { return is_upper(c) || is_lower(c) || c == '\'' || is_beyond_ascii(c); });
    if (!is_of_letters || word.size() < 2) return false;
    const std::string_view rest = word.substr(1);
    return std::none_of(rest.begin(), rest.end(), is_upper) || std::none_of(word.begin(), word.end(), is_lower);
}

// Only after a letter or digit: "cd .." ends with more than a mark.
std::string_view without_mark(std::string_view word) {
    const bool ends_with_mark = word.ends_with('.') || word.ends_with(',') || word.ends_with(';');
    if (ends_with_mark && word.size() >= 2 && is_letter_or_digit(word[word.size() - 2])) word.remove_suffix(1);
    return word;
}

void append_form(std::string_view word, bool is_first, std::string& form) {
    word = without_mark(word);
    const bool is_plain = is_plain_word(word) || (is_first && word.size() == 1);
    for (const char c : word) form += is_plain ? to_lower(c) : c;
}

std::string form_of(std::string_view text) {
    std::string form;
    form.reserve(text.size());
    bool is_in_code = false;
    for (std::size_t at = 0; at < text.size();) {
        if (is_space(text[at])) {
            ++at;
            continue;
        }
        const auto* const end = std::find_if(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(), is_space);
        const std::string_view word(text.begin() + static_cast<std::ptrdiff_t>(at), end);
        at += word.size();
        const bool is_first = form.empty();
        if (!is_first) form += ' ';
        const auto ticks = std::count(word.begin(), word.end(), '`');
        if (is_in_code || ticks > 0) {
            form += word;
        } else {
            append_form(word, is_first, form);
        }
        is_in_code ^= ticks % 2 == 1;
    }
    return form;
}

std::uint64_t mix(std::uint64_t value) {
    value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9U;
    value = (value ^ (value >> 27U)) * 0x94d049bb133111ebU;
    return value ^ (value >> 31U);
}

constexpr std::uint64_t hash_of_nothing = 0xcbf29ce484222325U;

std::uint64_t add_to_hash(std::uint64_t hash, char c) {
    return (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
}

// The bytes of the character that begins here; one for a byte that begins none.
std::size_t character_size(std::string_view rest) {
    const auto byte = static_cast<unsigned char>(rest[0]);
    const std::size_t size = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1;
    return std::min(size, rest.size());
}

// Dashes and quotes of the typographers, and the marks of Chinese and Japanese.
bool is_mark(std::string_view character) {
    return character.starts_with("\xE2\x80") || character.starts_with("\xE3\x80") ||
           character.starts_with("\xEF\xBC") || (character.size() == 2 && character[0] == '\xC2');
}

// Chinese, Japanese and Thai put no space between words, so that each character counts as one.
bool is_word_of_its_own(std::string_view character) {
    if (character.size() == 4) return true;
    const auto first = static_cast<unsigned char>(character[0]);
    return character.size() == 3 &&
           ((first >= 0xE3 && first <= 0xE9) || character.starts_with("\xE0\xB8") || character.starts_with("\xE0\xB9"));
}

// The words as hashes, in order: letters and digits, whatever their case.
std::vector<std::uint64_t> words_of(std::string_view text) {
    std::vector<std::uint64_t> words;
    std::uint64_t hash = hash_of_nothing;
    const auto end_word = [&] {
        if (hash != hash_of_nothing) words.push_back(hash);
        hash = hash_of_nothing;
    };
    for (std::size_t at = 0; at < text.size();) {
        const std::string_view character = text.substr(at, character_size(text.substr(at)));
        at += character.size();
        const bool is_letter = is_letter_or_digit(character[0]) && !is_mark(character);
        if (!is_letter || is_word_of_its_own(character)) end_word();
        if (!is_letter) continue;
        for (const char c : character) hash = add_to_hash(hash, to_lower(c));
        if (is_word_of_its_own(character)) end_word();
    }
    end_word();
    return words;
}

std::vector<std::uint64_t> pairs_of(const std::vector<std::uint64_t>& words) {
    std::vector<std::uint64_t> pairs;
    if (words.size() < least_words_to_compare) return pairs;
    for (std::size_t i = 1; i < words.size(); ++i) pairs.push_back(mix(words[i - 1] * 0x9e3779b97f4a7c15U + words[i]));
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    return pairs;
}

// Six bytes tell any number of texts apart, and take a quarter less room than eight.
std::int64_t stored(std::uint64_t hash) {
    return static_cast<std::int64_t>(hash >> 16U);
}

// The smallest of the pairs in the order that `seed` makes: two texts have the same one as often as they share pairs.
std::uint64_t smallest(const std::vector<std::uint64_t>& pairs, std::uint64_t seed) {
    std::uint64_t found = std::numeric_limits<std::uint64_t>::max();
    for (const std::uint64_t pair : pairs) found = std::min(found, mix(pair ^ seed));
    return found;
}

}  // namespace

ReadText read_text(std::string_view text) {
    return {form_of(text), pairs_of(words_of(text))};
}

MemoryPrints prints_of(const ReadText& text) {
    MemoryPrints prints;
    std::uint64_t hash = hash_of_nothing;
    for (const char c : text.form) hash = add_to_hash(hash, c);
    prints.same_text = stored(mix(hash));
    if (text.word_pairs.empty()) return prints;
    // Two smallest in each: one alone would be shared by every text with the same common words.
    std::uint64_t seed = 0;
    for (std::int64_t& near : prints.near.emplace()) {
        const std::uint64_t first = smallest(text.word_pairs, mix(++seed));
        const std::uint64_t second = smallest(text.word_pairs, mix(++seed));
        near = stored(mix(first * 0x9e3779b97f4a7c15U + second));
    }
    return prints;
}

bool is_same_text(const ReadText& one, const ReadText& other) {
    return one.form == other.form;
}

double similarity(const ReadText& one, const ReadText& other) {
    std::size_t shared = 0;
    auto from = other.word_pairs.begin();
    for (const std::uint64_t pair : one.word_pairs) {
        from = std::lower_bound(from, other.word_pairs.end(), pair);
        if (from != other.word_pairs.end() && *from == pair) ++shared;
    }
    const std::size_t all = one.word_pairs.size() + other.word_pairs.size() - shared;
    return all == 0 ? 0 : static_cast<double>(shared) / static_cast<double>(all);
}

}  // namespace hm
