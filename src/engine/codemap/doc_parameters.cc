#include <fmt/format.h>

#include <algorithm>

#include "engine/codemap/inconsistencies.h"

namespace hm {
namespace {

bool is_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$';
}

bool has_word(std::string_view text, std::string_view word) {
    for (std::size_t place = text.find(word); place != std::string_view::npos; place = text.find(word, place + 1)) {
        const bool begins = place == 0 || !is_name(text[place - 1]);
        const std::size_t end = place + word.size();
        if (begins && (end == text.size() || !is_name(text[end]))) return true;
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
            while (end < rest.size() && is_name(rest[end])) ++end;
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
        while (end < text.size() && is_name(text[end])) ++end;
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
