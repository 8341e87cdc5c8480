#include "engine/codemap/code_tokens.h"

#include <algorithm>

#include "base/strings.h"
#include "engine/codemap/declarations.h"

namespace hm {
namespace {

constexpr std::size_t longest_signature = 300;

char bracket_kind(const Token& token) {
    if (token.kind != TokenKind::punctuation || token.text.size() != 1) return 0;
    switch (token.text.front()) {
        case '(':
        case ')': return '(';
        case '[':
        case ']': return '[';
        case '{':
        case '}': return '{';
        default: return 0;
    }
}

// #if opens alternatives of one text: each begins with the brackets that were open before it.
class Alternatives {
public:
    // What an alternative leaves open ends with it.
    void meet(std::string_view directive, std::size_t place, std::vector<std::size_t>& open, CodeTokens& tokens) {
        directive.remove_prefix(1);
        while (directive.starts_with(' ') || directive.starts_with('\t')) directive.remove_prefix(1);
        if (directive.starts_with("if")) {
            if (before_.size() < 100) before_.push_back(open);
        } else if (before_.empty()) {
            return;
        } else if (directive.starts_with("el")) {
            for (std::size_t i = before_.back().size(); i < open.size(); ++i) tokens.partner[open[i]] = place;
            open = before_.back();
        } else if (directive.starts_with("endif")) {
            before_.pop_back();
        }
    }

private:
    std::vector<std::vector<std::size_t>> before_;
};

// The text that stands first in a module, class or function of Python.
bool is_docstring(const CodeTokens& before, const Token& token) {
    const bool may_be = before.kind.language == CodeLanguage::python && token.kind == TokenKind::string &&
                        token.is_first_on_line && (token.text.ends_with("\"\"\"") || token.text.ends_with("'''"));
    return may_be && token.text.size() > 6 && (before.code.empty() || before.code.back().is(":"));
}

void pair_brackets(CodeTokens& tokens) {
    const std::size_t last = tokens.code.empty() ? 0 : tokens.code.size() - 1;
    tokens.partner.assign(tokens.code.size(), last);
    std::vector<std::size_t> open;
    Alternatives alternatives;
    for (std::size_t i = 0; i < tokens.code.size(); ++i) {
        const Token& token = tokens.code[i];
        if (token.kind == TokenKind::directive) alternatives.meet(token.text, i, open, tokens);
        if (is_opening(token)) open.push_back(i);
        if (!is_closing(token)) continue;
        // One that nothing opened is passed over; one that skips others closes them too.
        std::size_t depth = open.size();
        while (depth > 0 && bracket_kind(tokens.code[open[depth - 1]]) != bracket_kind(token)) --depth;
        if (depth == 0) {
            tokens.partner[i] = i;
            continue;
        }
        while (open.size() >= depth) {
            tokens.partner[open.back()] = i;
            tokens.partner[i] = open.back();
            open.pop_back();
        }
    }
}

}  // namespace

bool is_opening(const Token& token) {
    return bracket_kind(token) != 0 && bracket_kind(token) == token.text.front();
}

bool is_closing(const Token& token) {
    return bracket_kind(token) != 0 && bracket_kind(token) != token.text.front();
}

CodeTokens read_tokens(const SourceKind& kind, std::string_view source) {
    CodeTokens tokens{kind, source, {}, {}, {}};
    for (Token token : tokenise(kind, source)) {
        if (is_docstring(tokens, token)) {
            token.text.remove_prefix(token.text.find(token.text.back()));
            tokens.comments.push_back(token);
        } else if (token.kind == TokenKind::comment) {
            tokens.comments.push_back(token);
        } else if (token.kind != TokenKind::text) {
            tokens.code.push_back(token);
        }
    }
    pair_brackets(tokens);
    return tokens;
}

std::string line_of(const CodeTokens& tokens, std::size_t begin, std::size_t end) {
    std::string line;
    for (std::size_t i = begin; i < end && i < tokens.size() && line.size() < longest_signature * 4; ++i) {
        const std::string_view text = tokens[i].text;
        if (tokens[i].kind == TokenKind::directive) continue;
        // A comment may have stood between.
        const bool is_close = text == "," || text == ")" || text == ";";
        const bool has_space =
            !line.empty() && !is_close && tokens[i - 1].text.data() + tokens[i - 1].text.size() < text.data();
        if (has_space) line += ' ';
        for (const char c : text.substr(0, longest_signature * 4))
            line += c == '\n' || c == '\r' || c == '\t' ? ' ' : c;
    }
    return shorten(repair_utf8(line), longest_signature);
}

namespace {

bool ends_with_lines(CodeLanguage language) {
    return language != CodeLanguage::rust && language != CodeLanguage::php;
}

bool is_script(const CodeTokens& tokens) {
    return tokens.kind.language == CodeLanguage::javascript || tokens.kind.language == CodeLanguage::typescript;
}

bool is_declaring_word(const CodeTokens& tokens, std::string_view word) {
    const auto words = declaring_words(tokens.kind.language);
    return is_modifier(word) || std::ranges::find(words, word, &Keyword::word) != words.end();
}

bool begins_statement(const CodeTokens& tokens, std::size_t i) {
    const Token& token = tokens[i];
    if (!token.is_first_on_line || !ends_with_lines(tokens.kind.language)) {
        return !ends_with_lines(tokens.kind.language) && token.is_first_on_line && tokens[i - 1].is("}") &&
               (token.kind == TokenKind::word || token.is("#"));
    }
    const Token& before = tokens[i - 1];
    const bool is_open_ended = before.kind == TokenKind::punctuation && !is_closing(before);
    // A type may end the line: `let a: Array<string>`; what follows is a statement when it begins like one.
    const bool ends_in_type = before.is(">") && token.kind == TokenKind::word && is_declaring_word(tokens, token.text);
    if (ends_in_type) return true;
    if (is_open_ended || goes_on_with(before.text)) return false;
    if (token.kind == TokenKind::word) return !goes_on_with(token.text);
    return token.kind == TokenKind::string || token.is("@") || token.is("#") || token.is("*") || token.is("[");
}

}  // namespace

std::size_t end_of_statement(const CodeTokens& tokens, std::size_t from, std::size_t limit) {
    std::size_t i = from;
    while (i < limit) {
        if (tokens.is(i, ";")) return i + 1;
        if (is_closing(tokens[i])) return i;
        i = is_opening(tokens[i]) ? tokens.behind(i) : i + 1;
        if (i < limit && begins_statement(tokens, i)) return i;
    }
    return limit;
}

std::size_t body_of_statement(const CodeTokens& tokens, std::size_t from, std::size_t limit) {
    std::size_t i = from;
    while (i < limit) {
        if (tokens.is(i, ";") || is_closing(tokens[i])) return tokens.size();
        if (tokens.is(i, "{")) {
            const Token& before = tokens[i - 1];
            const bool is_type = is_script(tokens) && (before.is(":") || before.is("|") || before.is("&") ||
                                                       before.is("<") || before.is(",") || before.is("="));
            if (!is_type) return i;
        }
        // Expression bodies of Kotlin: `fun f() = x`.
        if (tokens.is(i, "=") && tokens.kind.language == CodeLanguage::kotlin) return tokens.size();
        i = is_opening(tokens[i]) ? tokens.behind(i) : i + 1;
        if (i < limit && begins_statement(tokens, i) && !tokens.is(i, "{")) return tokens.size();
    }
    return tokens.size();
}

std::optional<CodeSymbol> macro_of(const Token& directive, const SourceKind& kind) {
    std::string_view text = directive.text;
    constexpr std::string_view define = "define";
    const std::size_t word = text.find(define);
    if (word == std::string_view::npos || text.find_first_not_of("# \t") != word) return std::nullopt;
    text.remove_prefix(word + define.size());
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    std::string name(text.substr(0, text.find_first_of(" \t\r\n(\\")));
    // The guard of a header is no macro for anyone.
    const bool is_guard = name.ends_with("_H") || name.ends_with("_H_") || name.ends_with("_HPP") ||
                          name.ends_with("_HPP_") || name.ends_with("_INCLUDED");
    if (name.empty() || is_guard) return std::nullopt;
    const std::size_t parameters = text.find(')');
    const bool has_parameters =
        text.size() > name.size() && text[name.size()] == '(' && parameters != std::string_view::npos;
    std::string signature = "#define " + (has_parameters ? std::string(text.substr(0, parameters + 1)) : name);
    return CodeSymbol{directive.line, std::move(name), SymbolKind::macro, std::move(signature), {}, kind.is_header};
}

}  // namespace hm
