#include "engine/codemap/inconsistencies.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/strings.h"
#include "engine/codemap/lexer.h"

namespace hm {
namespace {

constexpr std::size_t most_names = 20;
constexpr std::size_t most_files = 50;

bool is_name(char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '_' || c == '$';
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

namespace {

bool is_name_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$';
}

bool has_word(std::string_view text, std::string_view word) {
    for (std::size_t place = text.find(word); place != std::string_view::npos; place = text.find(word, place + 1)) {
        const bool begins = place == 0 || !is_name_character(text[place - 1]);
        const std::size_t end = place + word.size();
        if (begins && (end == text.size() || !is_name_character(text[end]))) return true;
    }
    return false;
}

bool is_cut(std::string_view text) {
    return text.ends_with("…");
}

std::string_view without_blanks(std::string_view text) {
    while (text.starts_with(' ')) text.remove_prefix(1);
    return text;
}

// The names behind @param, \param and :param, without types, brackets and members.
std::vector<std::string> documented(std::string_view content) {
    std::vector<std::string> names;
    for (const std::string_view tag : {"@param", "\\param", ":param", "@arg"}) {
        for (std::size_t place = content.find(tag); place != std::string_view::npos;
             place = content.find(tag, place + 1)) {
            std::string_view rest = content.substr(place + tag.size());
            if (rest.starts_with("[in") || rest.starts_with("[out"))
                rest.remove_prefix(std::min(rest.find(']') + 1, rest.size()));
            if (!rest.starts_with(' ')) continue;
            rest = without_blanks(rest);
            if (rest.starts_with('{')) {
                int depth = 0;
                std::size_t end = 0;
                for (; end < rest.size(); ++end) {
                    depth += rest[end] == '{' ? 1 : rest[end] == '}' ? -1 : 0;
                    if (depth == 0) break;
                }
                rest = without_blanks(rest.substr(std::min(end + 1, rest.size())));
            }
            while (!rest.empty() &&
                   (rest.front() == '[' || rest.front() == '*' || rest.front() == '`' || rest.front() == '.')) {
                rest.remove_prefix(1);
            }
            // `:param int x:` names the type first.
            if (tag == ":param") {
                const std::string_view inner = rest.substr(0, rest.find(':'));
                const std::size_t blank = inner.rfind(' ');
                if (blank != std::string_view::npos) rest = inner.substr(blank + 1);
            }
            std::size_t end = 0;
            while (end < rest.size() && is_name_character(rest[end])) ++end;
            if (end > 0 && names.size() < 50) names.emplace_back(rest.substr(0, end));
        }
    }
    return names;
}

// Between the parentheses behind the name.
std::string_view parameters_of(const CodeSymbol& symbol) {
    const std::string_view text = symbol.signature;
    std::size_t from = text.find(symbol.name);
    if (from == std::string_view::npos) from = 0;
    const std::size_t open = text.find('(', from);
    if (open == std::string_view::npos) return {};
    int depth = 0;
    for (std::size_t i = open; i < text.size(); ++i) {
        depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
        if (depth == 0) return text.substr(open + 1, i - open - 1);
    }
    return {};
}

bool names_stand_first(CodeLanguage language) {
    return language != CodeLanguage::c && language != CodeLanguage::cpp && language != CodeLanguage::java &&
           language != CodeLanguage::csharp && language != CodeLanguage::php;
}

// The name of one parameter; nothing for a pattern, which has many.
std::string name_of_parameter(std::string_view text, CodeLanguage language) {
    text = text.substr(0, text.find('='));
    if (text.find('{') != std::string_view::npos || text.find('[') != std::string_view::npos) return {};
    std::string first;
    std::string last;
    for (std::size_t i = 0; i < text.size();) {
        std::size_t end = i;
        while (end < text.size() && is_name_character(text[end])) ++end;
        if (end > i) {
            const std::string word(text.substr(i, end - i));
            constexpr std::string_view modifiers =
                " public private protected readonly mut final const this self cls vararg ";
            const bool is_modifier = modifiers.find(" " + word + " ") != std::string_view::npos;
            if (!is_modifier && first.empty()) first = word;
            last = word;
        }
        i = std::max(end, i + 1);
    }
    std::string name = names_stand_first(language) ? first : last;
    if (name.starts_with('$')) name.erase(0, 1);
    return name;
}

std::vector<std::string> taken(const CodeSymbol& symbol, CodeLanguage language) {
    std::vector<std::string> names;
    std::string_view rest = parameters_of(symbol);
    int depth = 0;
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= rest.size(); ++i) {
        const char c = i < rest.size() ? rest[i] : ',';
        depth += c == '(' || c == '[' || c == '{' || c == '<' ? 1 : 0;
        const bool is_arrow = c == '>' && i > 0 && (rest[i - 1] == '=' || rest[i - 1] == '-');
        depth -= c == ')' || c == ']' || c == '}' || (c == '>' && !is_arrow) ? 1 : 0;
        if (c != ',' || (depth != 0 && i < rest.size())) continue;
        std::string name = name_of_parameter(rest.substr(begin, i - begin), language);
        if (!name.empty()) names.push_back(std::move(name));
        begin = i + 1;
    }
    return names;
}

std::string listed(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
    return text;
}

}  // namespace

std::string parameter_mismatch(const CodeComment& comment, const CodeSymbol& symbol, CodeLanguage language) {
    const bool is_callable = symbol.kind == SymbolKind::function || symbol.kind == SymbolKind::method;
    if (comment.kind != CodeCommentKind::doc || !is_callable || is_cut(symbol.signature)) return {};
    const std::vector<std::string> said = documented(comment.content);
    if (said.empty()) return {};
    const std::string_view parameters = parameters_of(symbol);
    std::vector<std::string> unknown;
    std::vector<std::string> silent;
    for (const std::string& name : said) {
        if (!has_word(parameters, name) && !has_word(parameters, "$" + name)) unknown.push_back(name);
    }
    // A comment that was cut may document them behind the cut.
    if (!is_cut(comment.content)) {
        for (const std::string& name : taken(symbol, language)) {
            if (std::ranges::find(said, name) == said.end()) silent.push_back(name);
        }
    }
    // A pattern may bear any name in the documentation.
    const bool has_pattern =
        parameters.find('{') != std::string_view::npos || parameters.find('[') != std::string_view::npos;
    if (has_pattern) unknown.clear();
    std::string text;
    if (!unknown.empty()) text = fmt::format("documents {}, which {} does not take", listed(unknown), symbol.name);
    if (!silent.empty()) {
        text += fmt::format("{} {}, which {} takes", text.empty() ? "does not document" : "; does not document",
                            listed(silent), symbol.name);
    }
    return text;
}

}  // namespace hm
