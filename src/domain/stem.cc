#include "domain/stem.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace hm {
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

class Word {
public:
    explicit Word(std::string text) : text_(std::move(text)) {}

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
    return word.size() < 3 || !is_plain ? word : Word(std::move(word)).stemmed();
}

}  // namespace hm
