// JavaScript: what it exports is named apart from where it is declared, and functions are values.
#include <algorithm>
#include <set>

#include "engine/codemap/code_tokens.h"

namespace hm {
namespace {

// The first word of each part between commas: `a`, `b as c`, `d: e`.
void add_names(const CodeTokens& tokens, std::size_t open, std::vector<std::string>& names) {
    const std::size_t end = tokens.partner[open];
    for (std::size_t i = open + 1; i < end; ++i) {
        if (tokens.is_word(i)) names.emplace_back(tokens[i].text);
        while (i < end && !tokens.is(i, ",")) i = is_opening(tokens[i]) ? tokens.behind(i) : i + 1;
    }
}

std::vector<std::string> names_exported(const CodeTokens& tokens) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i + 2 < tokens.size(); ++i) {
        if (tokens.is(i, "module") && tokens.is(i + 1, ".") && tokens.is(i + 2, "exports") && tokens.is(i + 3, "=")) {
            if (tokens.is(i + 4, "{")) add_names(tokens, i + 4, names);
            if (tokens.is_word(i + 4)) names.emplace_back(tokens[i + 4].text);
        }
        if (!tokens.is(i, "export")) continue;
        std::size_t next = i + 1;
        if (tokens.is(next, "type")) ++next;
        if ((tokens.is(next, "default") || tokens.is(next, "=")) && tokens.is_word(next + 1)) {
            names.emplace_back(tokens[next + 1].text);
        }
        if (tokens.is(next, "{") && !tokens.is(tokens.behind(next), "from")) add_names(tokens, next, names);
    }
    std::ranges::sort(names);
    return names;
}

}  // namespace

std::optional<std::size_t> end_of_function_head(const CodeTokens& tokens, std::size_t from, std::size_t end) {
    std::size_t i = from;
    if (tokens.is(i, "async")) ++i;
    if (tokens.is(i, "function")) {
        while (i < end && !tokens.is(i, "(")) ++i;
        return i < end ? std::optional(tokens.behind(i)) : std::nullopt;
    }
    if (tokens.is(i, "<")) {
        while (i < end && !tokens.is(i, "(")) ++i;
    }
    if (tokens.is_word(i) && tokens.is(i + 1, "=>")) return i + 2;
    if (!tokens.is(i, "(")) return std::nullopt;
    const std::size_t first = tokens.behind(i);
    for (i = first; i < end; i = is_opening(tokens[i]) ? tokens.behind(i) : i + 1) {
        if (tokens.is(i, "=>")) return i + 1;
        if (tokens.is(i, ";") || tokens.is(i, "=")) return std::nullopt;
        if (i == first && !tokens.is(i, ":")) return std::nullopt;
    }
    return std::nullopt;
}

void mark_named_exports(const CodeTokens& tokens, std::vector<Declared>& declared) {
    const std::vector<std::string> names = names_exported(tokens);
    std::set<std::string_view> open_scopes;
    for (Declared& each : declared) {
        CodeSymbol& symbol = each.symbol;
        if (symbol.within.empty() && std::ranges::binary_search(names, symbol.name)) symbol.is_exported = true;
        if (!symbol.within.empty() && !open_scopes.contains(symbol.within)) symbol.is_exported = false;
        if (symbol.is_exported) open_scopes.insert(symbol.name);
    }
}

}  // namespace hm
