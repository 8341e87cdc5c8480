#include "engine/codemap/inconsistencies.h"

#include <algorithm>
#include <array>

#include "engine/codemap/lexer.h"

namespace hm {
namespace {

constexpr std::size_t most_names = 20;
constexpr std::size_t most_files = 50;

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_name(char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '_' || c == '$';
}
std::string lower(std::string_view text) {
    std::string out(text);
    for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    return out;
}

template <std::size_t N>
bool is_one_of(std::string_view word, const std::array<std::string_view, N>& words) {
    return std::ranges::find(words, word) != words.end();
}

// A word of the code rather than of a language: it has a capital inside, an underscore, or is called.
bool looks_like_code(std::string_view name, bool is_called) {
    if (name.size() < 4 || !is_letter(name.front())) return false;
    const bool has_inner_capital = std::ranges::any_of(name.substr(1), [](char c) { return c >= 'A' && c <= 'Z'; });
    const bool has_small = std::ranges::any_of(name, [](char c) { return c >= 'a' && c <= 'z'; });
    const bool has_underscore = name.find('_') != std::string_view::npos;
    return has_small && (has_inner_capital || has_underscore || is_called);
}

void add_name(std::string_view quoted, std::vector<std::string>& names) {
    const bool is_called = quoted.ends_with("()");
    if (is_called) quoted.remove_suffix(2);
    const bool is_one_word = !quoted.empty() && std::ranges::all_of(quoted, is_name);
    if (is_one_word && looks_like_code(quoted, is_called) && names.size() < most_names) names.emplace_back(quoted);
}

std::vector<std::string_view> words_of(std::string_view text) {
    std::vector<std::string_view> words;
    std::size_t place = 0;
    while (place < text.size() && words.size() < 200) {
        while (place < text.size() && !is_name(text[place])) ++place;
        std::size_t end = place;
        while (end < text.size() && (is_name(text[end]) || text[end] == '-')) ++end;
        if (end > place) words.push_back(text.substr(place, end - place));
        place = end;
    }
    return words;
}

}  // namespace

void note_words(const SourceKind& kind, std::string_view path, std::string_view source,
                const std::unordered_set<std::string>& asked, WordUses& uses) {
    for (const Token& token : tokenise(kind, source)) {
        if (token.kind != TokenKind::word && token.kind != TokenKind::directive && token.kind != TokenKind::string)
            continue;
        // A name may be used through a string or a macro; then it is used all the same.
        std::string_view text = token.text;
        const auto note = [&](std::string_view word) {
            const std::string name(word);
            if (!asked.contains(name)) return;
            auto& files = uses[name];
            if (files.size() < most_files) ++files[std::string(path)];
        };
        if (token.kind == TokenKind::word) {
            note(text);
            continue;
        }
        for (const std::string_view word : words_of(text)) note(word);
    }
}

bool may_be_orphan(const FoundSymbol& found, CodeLanguage language) {
    const CodeSymbol& symbol = found.symbol;
    const std::string_view path = found.path;
    const std::string_view file = path.substr(path.rfind('/') + 1);
    const std::string_view stem = file.substr(0, file.find('.'));
    constexpr std::array<std::string_view, 8> entries{"index",    "main",     "mod",   "lib",
                                                      "__init__", "__main__", "setup", "conftest"};
    constexpr std::array<std::string_view, 5> called_by_others{"main", "default", "init", "setup", "handler"};
    const bool is_member = symbol.kind == SymbolKind::method || symbol.kind == SymbolKind::module ||
                           (!symbol.within.empty() && language != CodeLanguage::cpp && language != CodeLanguage::c);
    const bool is_configuration = file.find(".config.") != std::string_view::npos || file.ends_with(".d.ts");
    const bool is_special = symbol.name.starts_with("__") || symbol.name.starts_with("operator") ||
                            symbol.name.starts_with("test") || symbol.name.starts_with("Test");
    // What a source file of C defines is declared in a header, or for nobody.
    const bool is_definition =
        (language == CodeLanguage::cpp || language == CodeLanguage::c) && !source_kind(path)->is_header;
    return !is_member && !is_definition && language != CodeLanguage::shell && !is_test_path(path) &&
           !is_configuration && !is_special && !is_one_of(stem, entries) && !is_one_of(symbol.name, called_by_others);
}

bool is_orphan(const FoundSymbol& symbol, const WordUses& uses, const std::set<std::string>& declared_in) {
    const auto found = uses.find(symbol.symbol.name);
    if (found == uses.end()) return true;
    const auto kind = source_kind(symbol.path);
    return std::ranges::all_of(found->second, [&](const auto& use) {
        const auto& [path, count] = use;
        // All that a header declares is exported, also what it only needs itself.
        if (path == symbol.path) return !kind || !kind->is_header || count == 1;
        return declared_in.contains(path);
    });
}

std::vector<std::string> names_in_comment(std::string_view content) {
    std::vector<std::string> names;
    for (std::size_t open = content.find('`'); open != std::string_view::npos; open = content.find('`', open + 1)) {
        const std::size_t close = content.find('`', open + 1);
        if (close == std::string_view::npos) break;
        add_name(content.substr(open + 1, close - open - 1), names);
        open = close;
    }
    constexpr std::string_view link = "{@link ";
    for (std::size_t open = content.find(link); open != std::string_view::npos; open = content.find(link, open + 1)) {
        const std::string_view rest = content.substr(open + link.size());
        add_name(rest.substr(0, rest.find_first_of(" }|")), names);
    }
    return names;
}

std::vector<std::string> claims_in_comment(std::string_view content) {
    constexpr std::array<std::string_view, 16> verbs{
        "handles",  "handle", "manages", "uses",     "wraps",    "implements", "delegates", "provides",
        "performs", "calls",  "imports", "handling", "managing", "requires",   "depends",   "integrates"};
    constexpr std::array<std::string_view, 9> passed_over{"the", "a", "an", "all", "to", "with", "on", "our", "user"};
    std::vector<std::string> claims;
    const auto words = words_of(content);
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
        if (!is_one_of(lower(words[i]), verbs)) continue;
        std::size_t next = i + 1;
        while (next + 1 < words.size() && is_one_of(lower(words[next]), passed_over)) ++next;
        if (words[next].size() >= 4 && claims.size() < most_names) claims.push_back(lower(words[next]));
    }
    return claims;
}

}  // namespace hm
