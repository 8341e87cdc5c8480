#include "domain/words.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace hm {
namespace {

// Sorted, so that it can be searched by halves. Contractions are without their apostrophe.
constexpr auto stop_words = std::to_array<std::string_view>(
    {"a",     "about",  "after",   "again", "all",     "also",  "am",     "an",     "and",    "any",    "are",
     "arent", "as",     "at",      "be",    "because", "been",  "before", "being",  "but",    "by",     "can",
     "cant",  "could",  "couldnt", "did",   "didnt",   "do",    "does",   "doesnt", "doing",  "dont",   "for",
     "from",  "had",    "has",     "have",  "having",  "he",    "her",    "hers",   "him",    "his",    "how",
     "i",     "id",     "if",      "ill",   "im",      "in",    "into",   "is",     "isnt",   "it",     "its",
     "ive",   "just",   "let",     "lets",  "me",      "might", "my",     "no",     "not",    "now",    "of",
     "on",    "or",     "our",     "out",   "please",  "shall", "she",    "shes",   "should", "so",     "some",
     "such",  "than",   "that",    "thats", "the",     "their", "them",   "then",   "there",  "theres", "these",
     "they",  "theyre", "this",    "those", "to",      "too",   "up",     "us",     "very",   "was",    "wasnt",
     "we",    "were",   "weve",    "what",  "whats",   "when",  "where",  "which",  "who",    "whom",   "whose",
     "why",   "will",   "with",    "would", "wouldnt", "you",   "your",   "youre",  "youve"});
static_assert(std::is_sorted(stop_words.begin(), stop_words.end()));

constexpr std::size_t longest_stop_word = 8;

// The letters of a short word as one number.
constexpr std::uint64_t number_of(std::string_view word) {
    std::uint64_t number = 0;
    for (const char c : word) number = number << 8U | static_cast<unsigned char>(c);
    return number;
}

// The stop words by a part of their number's product, so that one look tells whether a word is one of them.
constexpr unsigned stop_table_bits = 10;
constexpr std::size_t stop_place(std::uint64_t number) {
    return static_cast<std::size_t>(number * 0x9E3779B97F4A7C15U >> (64U - stop_table_bits));
}
constexpr auto stop_table = [] {
    std::array<std::uint64_t, std::size_t{1} << stop_table_bits> table{};
    for (const std::string_view word : stop_words) {
        std::size_t place = stop_place(number_of(word));
        while (table.at(place) != 0) place = (place + 1) % table.size();
        table.at(place) = number_of(word);
    }
    return table;
}();

bool is_small_letter(char c) {
    return c >= 'a' && c <= 'z';
}

enum class Sort : std::uint8_t { separator, underscore, apostrophe, lower, upper, digit, ideograph };

struct Character {
    Sort sort = Sort::separator;
    std::array<char, 4> bytes{};  // as it stands in a word
    std::size_t size = 0;

    std::string_view folded() const { return {bytes.data(), size}; }
};

// Letters of Latin-1 and Latin Extended-A, from U+00C0 on, without their accents.
constexpr std::string_view latin_from_c0 =
    "aaaaaaaceeeeiiiidnooooo.ouuuuytsaaaaaaaceeeeiiiidnooooo.ouuuuyty"
    "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkklllllll"
    "lllnnnnnnnnnoooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs";

std::uint32_t next_code(std::string_view& text) {
    const auto byte = [&](std::size_t i) {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : static_cast<unsigned char>(0);
    };
    const std::uint32_t first = byte(0);
    const std::size_t length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    std::uint32_t code = length == 1 ? first : first & (0xFFU >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) code = (code << 6U) | (byte(i) & 0x3FU);
    text.remove_prefix(std::min(length, text.size()));
    return code;
}

Character encoded(Sort sort, std::uint32_t code) {
    const auto low = [&](unsigned shift) { return static_cast<char>(0x80U | ((code >> shift) & 0x3FU)); };
    if (code < 0x80) return {sort, {static_cast<char>(code)}, 1};
    if (code < 0x800) return {sort, {static_cast<char>(0xC0U | (code >> 6U)), low(0)}, 2};
    if (code < 0x10000) return {sort, {static_cast<char>(0xE0U | (code >> 12U)), low(6), low(0)}, 3};
    return {sort, {static_cast<char>(0xF0U | (code >> 18U)), low(12), low(6), low(0)}, 4};
}

bool is_between(std::uint32_t code, std::uint32_t first, std::uint32_t last) {
    return code >= first && code <= last;
}

bool is_latin_capital(std::uint32_t code) {
    if (code < 0x100) return code <= 0xDE;
    const bool is_odd_capital = is_between(code, 0x139, 0x148) || is_between(code, 0x179, 0x17E);
    return (code % 2 == 1) == is_odd_capital;
}

Character ascii_character(char c) {
    if (c >= 'a' && c <= 'z') return {Sort::lower, {c}, 1};
    if (c >= 'A' && c <= 'Z') return {Sort::upper, {static_cast<char>(c - 'A' + 'a')}, 1};
    if (c >= '0' && c <= '9') return {Sort::digit, {c}, 1};
    if (c == '_') return {Sort::underscore};
    if (c == '\'') return {Sort::apostrophe};
    return {};
}

Character next_character(std::string_view& text) {
    const std::uint32_t code = next_code(text);
    if (code < 0x80) return ascii_character(static_cast<char>(code));
    if (code == 0x2019) return {Sort::apostrophe};
    if (is_between(code, 0xC0, 0x17F)) {
        const char plain = latin_from_c0[code - 0xC0];
        return plain == '.' ? Character{} : Character{is_latin_capital(code) ? Sort::upper : Sort::lower, {plain}, 1};
    }
    // Greek and Cyrillic capitals.
    if (is_between(code, 0x391, 0x3A9) || is_between(code, 0x410, 0x42F)) return encoded(Sort::upper, code + 32);
    if (is_between(code, 0x400, 0x40F)) return encoded(Sort::upper, code + 80);
    const bool is_ideograph = is_between(code, 0x3040, 0x30FF) || is_between(code, 0x3400, 0x9FFF) ||
                              is_between(code, 0xAC00, 0xD7A3) || is_between(code, 0xF900, 0xFAFF) ||
                              is_between(code, 0x20000, 0x3FFFF);
    if (is_ideograph) return encoded(Sort::ideograph, code);
    // Signs and punctuation.
    const bool is_sign = code < 0xC0 || is_between(code, 0x2000, 0x2BFF) || is_between(code, 0x3000, 0x303F) ||
                         is_between(code, 0xFE00, 0xFE6F) || is_between(code, 0xFF00, 0xFF0F) ||
                         is_between(code, 0xFFF0, 0xFFFF) || is_between(code, 0x1F000, 0x1FAFF);
    return is_sign ? Character{} : encoded(Sort::lower, code);
}

class Reader {
public:
    explicit Reader(const Beginnings* asked) : asked_(asked) {}

    std::vector<std::string> read(std::string_view text) {
        words_.reserve(text.size() / 5);
        while (!text.empty()) {
            take(next_character(text));
            // Most of a text: small letters after one.
            if (last_ == Sort::lower) take_small_letters(text);
        }
        end_run();
        return std::move(words_);
    }

private:
    // A run is what stands between separators: a plain word, or an identifier of several parts.
    void take(const Character& next) {
        switch (next.sort) {
            case Sort::separator: end_run(); break;
            case Sort::underscore: end_part(); break;
            case Sort::apostrophe: after_apostrophe_ = part_.size(); break;
            case Sort::ideograph: take_ideograph(next.folded()); break;
            case Sort::upper:
                // retry|Count, HTTP|Server: a capital begins a part after a small letter, and the last of several
                // capitals begins the part of the small letters that follow it.
                if (last_ == Sort::lower || last_ == Sort::digit) end_part();
                append(next.folded());
                break;
            case Sort::lower:
                if (last_ == Sort::upper && capitals_ > 1) move_last_capital();
                append(next.folded());
                break;
            case Sort::digit: append(next.folded()); break;
        }
        capitals_ = next.sort == Sort::upper ? capitals_ + 1 : 0;
        last_ = next.sort;
    }
    void take_small_letters(std::string_view& text) {
        std::size_t length = 0;
        while (length < text.size() && is_small_letter(text[length])) ++length;
        part_ += text.substr(0, length);
        text.remove_prefix(length);
    }
    void append(std::string_view letters) {
        if (!pair_.empty()) end_run();
        part_ += letters;
    }
    void move_last_capital() {
        const char capital = part_.back();
        part_.pop_back();
        end_part();
        part_ = capital;
    }
    void take_ideograph(std::string_view character) {
        if (pair_.empty()) end_run();
        if (!pair_.empty()) words_.push_back(pair_ + std::string(character));
        is_lone_ = pair_.empty();
        pair_ = character;
    }
    void end_part() {
        drop_possessive();
        if (part_.empty()) return;
        whole_ += part_;
        ++parts_;
        emit(part_);
        part_.clear();
    }
    // "Caroline's" is Caroline.
    void drop_possessive() {
        if (after_apostrophe_ && *after_apostrophe_ + 1 == part_.size() && part_.back() == 's') part_.pop_back();
        after_apostrophe_.reset();
    }
    void end_run() {
        end_part();
        if (parts_ > 1) emit(whole_);
        whole_.clear();
        parts_ = 0;
        if (is_lone_) words_.push_back(pair_);
        is_lone_ = false;
        pair_.clear();
    }
    void emit(const std::string& word) {
        const bool is_number = word.front() >= '0' && word.front() <= '9';
        if ((word.size() < 2 && !is_number) || word.size() > longest_search_word || is_stop_word(word)) return;
        if (asked_ != nullptr && !asked_->may_begin(word)) {
            words_.emplace_back();
            return;
        }
        words_.push_back(stem_of(word));
    }

    const Beginnings* asked_;
    std::vector<std::string> words_;
    std::string part_;
    std::string whole_;
    std::string pair_;  // the last ideograph
    std::optional<std::size_t> after_apostrophe_;
    std::size_t parts_ = 0;
    std::size_t capitals_ = 0;
    bool is_lone_ = false;
    Sort last_ = Sort::separator;
};

}  // namespace

bool is_stop_word(std::string_view word) {
    if (word.empty() || word.size() > longest_stop_word) return false;
    const std::uint64_t number = number_of(word);
    for (std::size_t place = stop_place(number); stop_table[place] != 0; place = (place + 1) % stop_table.size()) {
        if (stop_table[place] == number) return true;
    }
    return false;
}

std::vector<std::string> search_words(std::string_view text) {
    return Reader(nullptr).read(text);
}

Beginnings::Beginnings(const std::vector<std::string>& words) {
    // What stemming puts in the place of an ending differs from it in two letters at the most.
    constexpr std::size_t may_differ = 2;
    constexpr std::size_t always_the_same = 2;
    for (const std::string& word : words) {
        pairs_.set(pair_of(word));
        const std::size_t same = word.size() > may_differ ? word.size() - may_differ : 0;
        beginnings_.push_back(word.substr(0, std::max(same, std::min(always_the_same, word.size()))));
    }
}

bool Beginnings::has_beginning_of(std::string_view word) const {
    return std::any_of(beginnings_.begin(), beginnings_.end(),
                       [&](const std::string& each) { return word.starts_with(each); });
}

std::vector<std::string> search_words_like(std::string_view text, const Beginnings& asked) {
    return Reader(&asked).read(text);
}

namespace {

struct Ending {
    std::string_view from;
    std::string_view to;
};

constexpr std::array<Ending, 20> second_step{{
    {"ational", "ate"}, {"tional", "tion"}, {"enci", "ence"}, {"anci", "ance"}, {"izer", "ize"},
    {"abli", "able"},   {"alli", "al"},     {"entli", "ent"}, {"eli", "e"},     {"ousli", "ous"},
    {"ization", "ize"}, {"ation", "ate"},   {"ator", "ate"},  {"alism", "al"},  {"iveness", "ive"},
    {"fulness", "ful"}, {"ousness", "ous"}, {"aliti", "al"},  {"iviti", "ive"}, {"biliti", "ble"},
}};
constexpr std::array<Ending, 7> third_step{{
    {"icate", "ic"},
    {"ative", ""},
    {"alize", "al"},
    {"iciti", "ic"},
    {"ical", "ic"},
    {"ful", ""},
    {"ness", ""},
}};
// The longer of two that fit comes first.
constexpr std::array<std::string_view, 19> fourth_step{"ement", "ance", "ence", "able", "ible", "ment", "ant",
                                                       "ent",   "ism",  "ate",  "iti",  "ous",  "ive",  "ize",
                                                       "ion",   "al",   "er",   "ic",   "ou"};

class StemmedWord {
public:
    explicit StemmedWord(std::string text) : text_(std::move(text)) {}

    std::string stemmed() {
        drop_plural();
        drop_past();
        if (ends("y") && has_vowel(text_.size() - 1)) text_.back() = 'i';
        replace_first(second_step);
        replace_first(third_step);
        drop_fourth();
        drop_last_e();
        return std::move(text_);
    }

private:
    // Most endings are told apart by their last letter.
    bool ends(std::string_view ending) const {
        return !text_.empty() && text_.back() == ending.back() && text_.ends_with(ending);
    }
    bool is_consonant(std::size_t i) const {
        switch (text_[i]) {
            case 'a':
            case 'e':
            case 'i':
            case 'o':
            case 'u': return false;
            case 'y': return i == 0 || !is_consonant(i - 1);
            default: return true;
        }
    }
    // How often a vowel is followed by a consonant in the first `length` letters.
    int measure(std::size_t length) const {
        int count = 0;
        for (std::size_t i = 1; i < length; ++i) count += is_consonant(i) && !is_consonant(i - 1);
        return count;
    }
    bool has_vowel(std::size_t length) const {
        for (std::size_t i = 0; i < length; ++i) {
            if (!is_consonant(i)) return true;
        }
        return false;
    }
    bool ends_double() const {
        const std::size_t n = text_.size();
        return n >= 2 && text_[n - 1] == text_[n - 2] && is_consonant(n - 1);
    }
    // As in "hop": the vowel is short, so that an e was dropped.
    bool ends_short() const {
        const std::size_t n = text_.size();
        if (n < 3 || !is_consonant(n - 1) || is_consonant(n - 2) || !is_consonant(n - 3)) return false;
        return text_[n - 1] != 'w' && text_[n - 1] != 'x' && text_[n - 1] != 'y';
    }
    void cut(std::size_t letters) { text_.erase(text_.size() - letters); }

    void drop_plural() {
        if (ends("sses") || ends("ies")) {
            cut(2);
        } else if (ends("s") && !ends("ss")) {
            cut(1);
        }
    }
    void drop_past() {
        if (ends("eed")) {
            if (measure(text_.size() - 3) > 0) cut(1);
            return;
        }
        const std::size_t letters = ends("ed") ? 2 : ends("ing") ? 3 : 0;
        if (letters == 0 || !has_vowel(text_.size() - letters)) return;
        cut(letters);
        if (ends("at") || ends("bl") || ends("iz")) {
            text_ += 'e';
        } else if (ends_double() && !ends("l") && !ends("s") && !ends("z")) {
            cut(1);
        } else if (measure(text_.size()) == 1 && ends_short()) {
            text_ += 'e';
        }
    }
    template <std::size_t N>
    void replace_first(const std::array<Ending, N>& endings) {
        for (const Ending& each : endings) {
            if (!ends(each.from)) continue;
            if (measure(text_.size() - each.from.size()) > 0) {
                cut(each.from.size());
                text_ += each.to;
            }
            return;
        }
    }
    void drop_fourth() {
        for (const std::string_view ending : fourth_step) {
            if (!ends(ending)) continue;
            const std::size_t rest = text_.size() - ending.size();
            const bool fits = ending != "ion" || (rest > 0 && (text_[rest - 1] == 's' || text_[rest - 1] == 't'));
            if (fits && measure(rest) > 1) cut(ending.size());
            return;
        }
    }
    void drop_last_e() {
        if (ends("e")) {
            const int rest = measure(text_.size() - 1);
            const std::string whole = text_;
            cut(1);
            if (rest < 1 || (rest == 1 && ends_short())) text_ = whole;
        }
        if (ends("ll") && measure(text_.size()) > 1) cut(1);
    }

    std::string text_;
};

}  // namespace

std::string stem_of(std::string word) {
    const bool is_plain = std::all_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
    return word.size() < 3 || !is_plain ? word : StemmedWord(std::move(word)).stemmed();
}

}  // namespace hm
