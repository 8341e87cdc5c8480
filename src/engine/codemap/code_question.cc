#include "engine/codemap/code_question.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "base/strings.h"
#include "engine/codemap/source_kind.h"

namespace hm {
namespace {

constexpr std::size_t most_named = 60;
constexpr std::size_t longest_title = 300;

// Words that say nothing about where something is. In their order.
constexpr std::array<std::string_view, 163> little_words{
    "a",       "about",  "above",       "after",  "again",   "all",     "also",    "am",     "an",     "and",
    "any",     "are",    "as",          "at",     "be",      "because", "been",    "before", "being",  "below",
    "both",    "but",    "by",          "can",    "cannot",  "could",   "did",     "do",     "does",   "doing",
    "done",    "down",   "during",      "each",   "else",    "etc",     "ever",    "every",  "few",    "find",
    "for",     "from",   "further",     "get",    "gets",    "getting", "give",    "given",  "gives",  "go",
    "goes",    "got",    "had",         "happen", "happens", "has",     "have",    "having", "he",     "hello",
    "her",     "here",   "hi",          "him",    "his",     "how",     "however", "i",      "if",     "in",
    "instead", "into",   "is",          "it",     "its",     "just",    "kind",    "let",    "like",   "look",
    "made",    "make",   "makes",       "many",   "may",     "me",      "might",   "more",   "most",   "much",
    "must",    "my",     "need",        "no",     "nor",     "not",     "now",     "of",     "off",    "on",
    "once",    "one",    "only",        "or",     "other",   "our",     "out",     "over",   "own",    "part",
    "place",   "please", "responsible", "s",      "same",    "see",     "seem",    "she",    "should", "so",
    "some",    "such",   "sure",        "t",      "take",    "than",    "thank",   "thanks", "that",   "the",
    "their",   "them",   "then",        "there",  "these",   "they",    "thing",   "this",   "those",  "through",
    "to",      "too",    "under",       "until",  "up",      "us",      "use",     "used",   "very",   "want",
    "was",     "we",     "well",        "were",   "what",    "when",    "where",   "which",  "while",  "who",
    "why",     "will",   "with"};

bool is_little_word(std::string_view word) {
    if (word.size() < 2) return true;
    static const bool is_sorted = std::ranges::is_sorted(little_words);
    if (is_sorted) return std::ranges::binary_search(little_words, word);
    return std::ranges::find(little_words, word) != little_words.end();
}

bool is_small(char c) {
    return c >= 'a' && c <= 'z';
}
bool is_capital(char c) {
    return c >= 'A' && c <= 'Z';
}

// Spelled as code spells names: more than one part, or capitals within.
bool is_identifier(std::string_view word) {
    if (word.size() < 3 || is_digit(word.front())) return false;
    if (word.find('_', 1) != std::string_view::npos && word.find_first_not_of('_') != std::string_view::npos)
        return true;
    bool has_small = false;
    for (std::size_t i = 0; i < word.size(); ++i) {
        has_small = has_small || is_small(word[i]);
        if (i > 0 && is_capital(word[i]) && has_small) return true;
    }
    return has_small && is_capital(word[0]) && word.size() > 1 && is_capital(word[1]);
}

class Reader {
public:
    explicit Reader(std::string_view text) : text_(text) {}

    CodeQuestion run() {
        read_words();
        read_chains();
        finish();
        return std::move(question_);
    }

private:
    struct Counted {
        std::string word;
        std::string shown;
        double count = 0;
        bool is_in_title = false;
        bool is_name = false;
        std::size_t order = 0;
    };

    void count(std::string stem, std::string_view shown, bool is_in_title, bool is_name, double worth) {
        auto [place, is_new] = counts_.try_emplace(stem);
        Counted& counted = place->second;
        if (is_new) {
            counted.word = std::move(stem);
            counted.shown = shown;
            counted.order = counts_.size();
        }
        counted.count += worth;
        counted.is_in_title = counted.is_in_title || is_in_title;
        counted.is_name = counted.is_name || is_name;
    }

    void read_words() {
        const std::size_t title = std::min(text_.find('\n'), longest_title);
        std::string before;  // the word before, when only a blank or a hyphen stands between
        std::size_t before_end = 0;
        for (std::size_t i = 0; i < text_.size();) {
            if (!is_term_letter(text_[i])) {
                ++i;
                continue;
            }
            const std::size_t begin = i;
            while (i < text_.size() && is_term_letter(text_[i])) ++i;
            const std::string_view word = text_.substr(begin, i - begin);
            if (word.size() > 64) continue;
            take_word(word, begin < title);
            const std::string small = lower_case(word);
            // "back-off" and "back off" are `backoff` to whoever wrote the code.
            const bool is_next =
                !before.empty() && begin == before_end + 1 && (text_[before_end] == '-' || text_[before_end] == ' ');
            const bool is_plain = std::ranges::all_of(small, is_letter);
            const bool is_hyphened = is_next && text_[before_end] == '-';
            if (is_next && is_plain && (is_hyphened || !is_little_word(small)))
                count(before + small, before + small, begin < title, false, is_hyphened ? 1.0 : 0.5);
            before = is_plain && !is_little_word(small) && small.size() > 1 ? small : std::string();
            before_end = i;
        }
    }

    void take_word(std::string_view word, bool is_in_title) {
        const auto parts = parts_of_identifier(word);
        const bool is_name = is_identifier(word);
        for (const std::string_view part : parts) {
            const std::string small = lower_case(part);
            if (small.size() < 2 || (parts.size() == 1 && is_little_word(small))) continue;
            if (std::ranges::all_of(small, is_digit) && small.size() < 3) continue;
            note_wish(small);
            count(code_stem(part), part, is_in_title, is_name && parts.size() == 1, parts.size() > 1 ? 0.7 : 1.0);
        }
        if (parts.size() > 1) count(identifier_whole(word), word, is_in_title, true, 1.0);
    }

    void note_wish(const std::string& small) {
        if (small == "test" || small == "tests" || small == "tested" || small == "fixture") wish_tests_ = true;
        if (small == "documentation" || small == "documented" || small == "readme" || small == "docs" ||
            small == "tutorial" || small == "changelog") {
            wish_documents_ = true;
        }
        if (small == "generated" || small == "vendored" || small == "bundled") question_.wants_made = true;
    }

    // Runs of words joined by dots, slashes and colons: paths, modules, members.
    void read_chains() {
        const auto joins = [&](std::size_t i) {
            const char c = text_[i];
            if (c == '/' || c == '.' || c == '-' || c == '\\') return true;
            return c == ':' && i + 1 < text_.size() && text_[i + 1] == ':';
        };
        for (std::size_t i = 0; i < text_.size();) {
            if (!is_term_letter(text_[i]) && text_[i] != '/' && text_[i] != '.') {
                ++i;
                continue;
            }
            const std::size_t begin = i;
            while (i < text_.size() && (is_term_letter(text_[i]) || joins(i))) i += text_[i] == ':' ? 2 : 1;
            i = std::min(i, text_.size());
            read_chain(text_.substr(begin, i - begin), begin, i);
        }
    }

    void read_chain(std::string_view chain, std::size_t begin, std::size_t end) {
        const bool is_link = begin >= 3 && text_.substr(begin - 1, 1) == ":" && chain.starts_with("//");
        if (is_link || chain.size() > 400) return read_link(chain);
        while (!chain.empty() && (chain.back() == '.' || chain.back() == '-' || chain.back() == ':'))
            chain.remove_suffix(1);
        std::vector<std::string_view> pieces;
        bool has_slash = false;
        for (std::size_t i = 0, from = 0; i <= chain.size(); ++i) {
            const bool is_end = i == chain.size();
            if (!is_end && (is_term_letter(chain[i]) || chain[i] == '-')) continue;
            if (!is_end && (chain[i] == '/' || chain[i] == '\\')) has_slash = true;
            if (i > from) pieces.push_back(chain.substr(from, i - from));
            from = i + 1;
        }
        if (pieces.empty()) return;
        const double weight = begin < longest_title ? 1.5 : 1.0;
        const std::string file(
            pieces.size() > 1 ? std::string(pieces[pieces.size() - 2]) + "." + std::string(pieces.back()) : "");
        const bool is_file =
            pieces.size() > 1 && chain.ends_with(file) && (source_kind(file).has_value() || is_text_path(file));
        if (is_file || (has_slash && pieces.size() > 1)) {
            add_path(pieces, is_file, line_behind(end), weight);
            return;
        }
        if (pieces.size() > 1) add_members(pieces, weight);
        if (pieces.size() == 1) add_single(pieces.front(), begin, end, weight);
    }

    // A link to a file in the repository names it by its end.
    void read_link(std::string_view chain) {
        const std::size_t blob = chain.find("/blob/");
        if (blob == std::string_view::npos || chain.size() > 400) return;
        const std::string_view path = chain.substr(blob + 6);
        std::vector<std::string_view> pieces;
        for (std::size_t i = 0, from = 0; i <= path.size(); ++i) {
            if (i < path.size() && (is_term_letter(path[i]) || path[i] == '-')) continue;
            if (i > from) pieces.push_back(path.substr(from, i - from));
            from = i + 1;
        }
        if (pieces.size() > 2) add_path(pieces, source_kind(path).has_value(), 0, 1.0);
    }

    // `x.py", line 12`, `x.js:12`, `x.rs#L12`
    std::int64_t line_behind(std::size_t end) const {
        std::string_view rest = text_.substr(end, 16);
        for (const std::string_view sign : {"\", line ", ":", "#L", "(", ", line "}) {
            if (!rest.starts_with(sign)) continue;
            rest.remove_prefix(sign.size());
            std::int64_t line = 0;
            for (std::size_t i = 0; i < rest.size() && is_digit(rest[i]) && line < 10'000'000; ++i) {
                line = line * 10 + (rest[i] - '0');
            }
            return line;
        }
        return 0;
    }

    void add_path(const std::vector<std::string_view>& pieces, bool has_ending, std::int64_t line, double weight) {
        if (question_.paths.size() >= most_named) return;
        AskedPath path;
        for (const std::string_view piece : pieces) path.parts.push_back(lower_case(piece));
        if (has_ending) {
            path.ending = path.parts.back();
            path.parts.pop_back();
        }
        path.line = line;
        path.weight = weight;
        question_.paths.push_back(std::move(path));
    }

    // `a.b.C.d`: a module by its beginning, a class and a member by its end.
    void add_members(const std::vector<std::string_view>& pieces, double weight) {
        if (std::ranges::all_of(pieces, [](std::string_view piece) { return std::ranges::all_of(piece, is_digit); }))
            return;
        if (question_.paths.size() < most_named) {
            AskedPath module;
            for (const std::string_view piece : pieces) module.parts.push_back(lower_case(piece));
            module.ending = "*";
            module.weight = weight;
            question_.paths.push_back(std::move(module));
        }
        add_name(pieces.back(), pieces[pieces.size() - 2], weight);
        for (std::size_t i = 0; i + 1 < pieces.size(); ++i) {
            if (is_identifier(pieces[i]) || is_capital(pieces[i].front())) add_name(pieces[i], "", weight);
        }
    }

    void add_single(std::string_view word, std::size_t begin, std::size_t end, double weight) {
        const char before = begin > 0 ? text_[begin - 1] : ' ';
        const char after = end < text_.size() ? text_[end] : ' ';
        const bool is_marked = (before == '`' && after == '`') || after == '(' || (before == '\'' && after == '\'') ||
                               (before == '"' && after == '"');
        if (is_identifier(word))
            add_name(word, "", weight);
        else if (is_marked && word.size() > 2)
            add_name(word, "", weight * 0.7);
        else if (is_capital(word.front()) && word.size() > 3 && begin > 2 && before == ' ' && text_[begin - 2] != '.')
            add_name(word, "", weight * 0.5);
    }

    void add_name(std::string_view name, std::string_view within, double weight) {
        if (name.size() < 3 || is_digit(name.front()) || (within.empty() && is_little_word(lower_case(name)))) return;
        for (AskedName& known : question_.names) {
            if (known.name != name) continue;
            known.weight = std::max(known.weight, weight);
            if (known.within.empty()) known.within = within;
            return;
        }
        if (question_.names.size() < most_named)
            question_.names.push_back({std::string(name), std::string(within), weight});
    }

    void finish() {
        std::vector<const Counted*> sorted;
        for (const auto& [stem, counted] : counts_) sorted.push_back(&counted);
        const auto weight_of = [](const Counted& counted) {
            const double often = counted.count * 2.2 / (counted.count + 1.2);
            return often * (counted.is_in_title ? 1.8 : 1.0) * (counted.is_name ? 1.3 : 1.0);
        };
        std::ranges::sort(sorted, [&](const Counted* a, const Counted* b) {
            const double of_a = weight_of(*a);
            const double of_b = weight_of(*b);
            return of_a != of_b ? of_a > of_b : a->order < b->order;
        });
        if (sorted.size() > most_asked_terms) sorted.resize(most_asked_terms);
        for (const Counted* each : sorted) {
            question_.terms.push_back({term_of(each->word), each->word, weight_of(*each), each->shown});
        }
        // A long report speaks of its tests; a short question that does asks for them.
        constexpr std::size_t short_question = 160;
        const bool is_short = text_.size() <= short_question;
        question_.wants_tests = wish_tests_ && is_short;
        question_.wants_documents = wish_documents_ && is_short;
    }

    std::string_view text_;
    CodeQuestion question_;
    std::unordered_map<std::string, Counted> counts_;
    bool wish_tests_ = false;
    bool wish_documents_ = false;
};

}  // namespace

CodeQuestion read_code_question(std::string_view text) {
    return Reader(text).run();
}

}  // namespace hm
