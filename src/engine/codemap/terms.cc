#include "engine/codemap/terms.h"

#include <algorithm>
#include <array>

#include "base/strings.h"
#include "engine/codemap/source_kind.h"

namespace hm {
namespace {

constexpr std::size_t longest_word = 64;
constexpr std::size_t first_slots = std::size_t{1} << 12U;

constexpr bool is_upper(char c) {
    return c >= 'A' && c <= 'Z';
}

constexpr bool is_lower(char c) {
    return c >= 'a' && c <= 'z';
}

std::uint64_t hash_of(std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    for (const char c : text) {
        hash ^= static_cast<unsigned char>(c);
        hash *= 0x100000001b3ULL;
    }
    return hash ^ (hash >> 29U);
}

void add_up(std::uint8_t& count, std::uint8_t most) {
    if (count < most) ++count;
}

bool has_vowel(std::string_view word) {
    return word.find_first_of("aeiouy") != std::string_view::npos;
}

struct Suffix {
    std::string_view text;
    std::size_t least;  // letters that must stay
    std::string_view instead = {};
};

// The longest that fits is taken off, once in each list.
constexpr std::array<Suffix, 5> plurals{
    {{"sses", 1, "ss"}, {"ies", 2, "y"}, {"xes", 2, "x"}, {"ches", 2, "ch"}, {"shes", 2, "sh"}}};
constexpr std::array<Suffix, 14> endings_of_words{{{"ization", 3, "ize"},
                                                   {"isation", 3, "ize"},
                                                   {"ation", 3},
                                                   {"ition", 3},
                                                   {"ement", 4},
                                                   {"ment", 4},
                                                   {"able", 4},
                                                   {"ible", 4},
                                                   {"ings", 3},
                                                   {"ing", 3},
                                                   {"ion", 4},
                                                   {"ers", 4},
                                                   {"ed", 3},
                                                   {"ly", 4}}};

bool take_off(std::string& word, std::span<const Suffix> list) {
    for (const Suffix& each : list) {
        if (!word.ends_with(each.text) || word.size() < each.text.size() + each.least) continue;
        if (!has_vowel(std::string_view(word).substr(0, word.size() - each.text.size()))) continue;
        word.resize(word.size() - each.text.size());
        word += each.instead;
        return true;
    }
    return false;
}

}  // namespace

std::vector<std::string_view> parts_of_identifier(std::string_view word) {
    std::vector<std::string_view> parts;
    std::size_t begin = 0;
    const auto close = [&](std::size_t end) {
        if (end > begin) parts.push_back(word.substr(begin, end - begin));
        begin = end;
    };
    for (std::size_t i = 0; i < word.size(); ++i) {
        if (word[i] == '_') {
            close(i);
            begin = i + 1;
            continue;
        }
        if (i == begin || !is_upper(word[i])) continue;
        const bool begins_after_small = !is_upper(word[i - 1]);
        const bool ends_capitals = is_upper(word[i - 1]) && i + 1 < word.size() && is_lower(word[i + 1]);
        if (begins_after_small || ends_capitals) close(i);
    }
    close(word.size());
    return parts;
}

std::string code_stem(std::string_view given) {
    std::string word = lower_case(given);
    if (word.size() < 4 || std::ranges::any_of(word, is_digit)) return word;
    if (!take_off(word, plurals) && word.ends_with('s') && !word.ends_with("ss") && !word.ends_with("us") &&
        !word.ends_with("is")) {
        word.pop_back();
    }
    if (take_off(word, endings_of_words) && word.size() > 3) {
        const char last = word.back();
        const bool is_doubled = last == word[word.size() - 2] && last != 'l' && last != 's' && last != 'z';
        if (is_doubled) word.pop_back();
    }
    if (word.size() > 5 && (word.ends_with("er") || word.ends_with("or"))) word.resize(word.size() - 2);
    if (word.size() > 3 && word.ends_with('e')) word.pop_back();
    if (word.size() > 3 && word.ends_with('y')) word.back() = 'i';
    return word;
}

Term term_of(std::string_view stem) {
    const std::uint64_t hash = hash_of(stem);
    return static_cast<Term>(hash ^ (hash >> 32U));
}

std::string identifier_whole(std::string_view word) {
    std::string whole = lower_case(word);
    std::erase(whole, '_');
    return whole;
}

TermCounter::TermCounter(std::size_t words) : known_(words * 2), slots_(first_slots) {}

std::span<const Term> TermCounter::terms_of(std::string_view word) {
    const std::uint64_t key = hash_of(word) | 1U;
    std::size_t place = key >> 7U;
    for (;; ++place) {
        Known& known = known_[place & (known_.size() - 1)];
        if (known.word == key) return {terms_.data() + known.first, known.count};
        if (known.word == 0) break;
    }
    if (known_count_ * 2 >= known_.size()) {
        std::ranges::fill(known_, Known{});
        terms_.clear();
        known_count_ = 0;
        place = key >> 7U;
    }
    const std::size_t first = terms_.size();
    const auto parts = parts_of_identifier(word);
    for (const std::string_view part : parts) {
        if (part.size() > 1) terms_.push_back(term_of(code_stem(part)));
    }
    if (parts.size() > 1) terms_.push_back(term_of(identifier_whole(word)));
    known_[place & (known_.size() - 1)] = {key, static_cast<std::uint32_t>(first),
                                           static_cast<std::uint32_t>(terms_.size() - first)};
    ++known_count_;
    return {terms_.data() + first, terms_.size() - first};
}

// A slot without a count is free.
TermCount& TermCounter::slot_of(Term term) {
    if (used_.size() * 2 >= slots_.size()) grow();
    for (std::size_t place = term;; ++place) {
        TermCount& slot = slots_[place & (slots_.size() - 1)];
        const bool is_free = slot.body == 0;
        if (!is_free && slot.term != term) continue;
        if (is_free) {
            slot = {term, 1, 0, 0, 0};
            used_.push_back(static_cast<std::uint32_t>(place & (slots_.size() - 1)));
            slot.body = 1;
        }
        return slot;
    }
}

void TermCounter::grow() {
    std::vector<TermCount> old;
    old.swap(slots_);
    slots_.resize(old.size() * 2);
    std::vector<std::uint32_t> places;
    places.swap(used_);
    for (const std::uint32_t place : places) slot_of(old[place].term) = old[place];
}

void TermCounter::add_word(std::string_view word, Field field) {
    for (const Term term : terms_of(word)) {
        const std::size_t before = used_.size();
        TermCount& slot = slot_of(term);
        const bool is_new = used_.size() > before;
        switch (field) {
            case Field::body:
                if (!is_new) add_up(slot.body, 255);
                break;
            case Field::names: add_up(slot.names, 3); break;
            case Field::path: add_up(slot.path, 1); break;
            case Field::comments: add_up(slot.comments, 31); break;
        }
    }
}

void TermCounter::add(std::string_view text, Field field) {
    for (std::size_t i = 0; i < text.size();) {
        if (!is_term_letter(text[i])) {
            ++i;
            continue;
        }
        const std::size_t begin = i;
        while (i < text.size() && is_term_letter(text[i])) ++i;
        if (field == Field::body) ++length_;
        // What is longer is data.
        if (i - begin > 1 && i - begin <= longest_word) add_word(text.substr(begin, i - begin), field);
    }
}

FileTerms TermCounter::count(std::string_view path, std::string_view source, const CodeFile* code) {
    length_ = 0;
    add(source, Field::body);
    add(path, Field::path);
    if (code != nullptr) {
        for (const CodeSymbol& symbol : code->symbols) add(symbol.name, Field::names);
        for (const CodeComment& comment : code->comments) add(comment.content, Field::comments);
    }
    FileTerms counted;
    counted.length = std::max<std::int64_t>(length_, 1);
    counted.terms.reserve(used_.size());
    for (const std::uint32_t place : used_) {
        counted.terms.push_back(slots_[place]);
        slots_[place].body = 0;
    }
    used_.clear();
    std::ranges::sort(counted.terms, {}, &TermCount::term);
    return counted;
}

namespace {

bool has_folder(std::string_view path, std::span<const std::string_view> folders) {
    for (std::size_t begin = 0;;) {
        const std::size_t slash = path.find('/', begin);
        if (slash == std::string_view::npos) return false;
        const std::string folder = lower_case(path.substr(begin, slash - begin));
        if (std::ranges::find(folders, folder) != folders.end()) return true;
        begin = slash + 1;
    }
}

constexpr std::array<std::string_view, 12> vendored_folders{
    "vendor",           "vendored", "third_party", "thirdparty", "third-party", "node_modules",
    "bower_components", "extern",   "externals",   "_vendor",    "dist",        "site-packages"};

constexpr std::array<std::string_view, 11> document_folders{"doc",      "docs",    "documentation", "examples",
                                                            "example",  "samples", "tutorials",     "galleries",
                                                            "tutorial", "demos",   "changelog"};

constexpr std::array<std::string_view, 9> testing_folders{"test",  "tests", "__tests__",  "spec",          "testdata",
                                                          "specs", "e2e",   "benchmarks", "asv_benchmarks"};

constexpr std::array<std::string_view, 34> text_endings{
    "md",  "markdown", "rst",  "txt", "adoc",  "html",   "htm",        "xml",    "yml",     "yaml", "toml", "ini",
    "cfg", "conf",     "json", "css", "scss",  "less",   "sql",        "proto",  "graphql", "vue",  "tpl",  "tmpl",
    "j2",  "jinja",    "pyx",  "pxd", "cmake", "gradle", "properties", "svelte", "erb",     "tf"};

}  // namespace

CodeRole role_of(std::string_view path, bool is_made) {
    if (is_made || has_folder(path, vendored_folders)) return CodeRole::made;
    if (is_test_path(path) || has_folder(path, testing_folders)) return CodeRole::test;
    const bool is_code_like = source_kind(path).has_value() || path.ends_with(".pyx") || path.ends_with(".pxd") ||
                              path.ends_with(".vue") || path.ends_with(".svelte") || path.ends_with(".sql") ||
                              path.ends_with(".proto");
    if (!is_code_like || has_folder(path, document_folders)) return CodeRole::document;
    return CodeRole::source;
}

bool is_text_path(std::string_view path) {
    const std::string_view name = file_name(path);
    if (name == "Makefile" || name == "Dockerfile" || name == "CMakeLists.txt" || name == "Jenkinsfile") return true;
    const std::size_t dot = name.rfind('.');
    if (dot == std::string_view::npos || dot == 0) return false;
    const std::string ending = lower_case(name.substr(dot + 1));
    return std::ranges::find(text_endings, ending) != text_endings.end();
}

bool is_own_file(std::string_view path) {
    const std::string_view name = file_name(path);
    const bool is_in_hidden_folder = path.starts_with('.') || path.find("/.") != std::string_view::npos;
    return path.starts_with(".hivemind/") || (is_in_hidden_folder && name.starts_with("hivemind."));
}

bool is_secret_path(std::string_view path) {
    const std::string name = lower_case(file_name(path));
    if (name == ".env" || name.starts_with(".env.") || name.ends_with(".env")) return true;
    for (const std::string_view ending : {".pem", ".key", ".p12", ".pfx", ".keystore", ".jks"}) {
        if (name.ends_with(ending)) return true;
    }
    return name == ".npmrc" || name == ".netrc" || name == ".pypirc" || name == "credentials" ||
           name == "credentials.json" || name == "secrets.yml" || name == "secrets.yaml" || name.starts_with("id_rsa");
}

}  // namespace hm
