#include "engine/codemap/code_tokens.h"
#include "engine/codemap/declaring_words.h"

namespace hm {
namespace {

bool ends_with_lines(CodeLanguage language) {
    return language != CodeLanguage::rust && language != CodeLanguage::php;
}

bool begins_statement(const CodeTokens& tokens, std::size_t i) {
    const Token& token = tokens[i];
    if (!token.is_first_on_line || !ends_with_lines(tokens.kind.language)) {
        return !ends_with_lines(tokens.kind.language) && token.is_first_on_line && tokens[i - 1].is("}") &&
               token.kind == TokenKind::word;
    }
    const Token& before = tokens[i - 1];
    const bool is_open_ended = before.kind == TokenKind::punctuation && !is_closing(before);
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
            const bool is_type = before.is(":") || before.is("|") || before.is("&") || before.is("<") || before.is(",");
            if (!is_type) return i;
        }
        // Expression bodies of Kotlin: `fun f() = x`.
        if (tokens.is(i, "=") && tokens.kind.language == CodeLanguage::kotlin) return tokens.size();
        i = is_opening(tokens[i]) ? tokens.behind(i) : i + 1;
        if (i < limit && begins_statement(tokens, i) && !tokens.is(i, "{")) return tokens.size();
    }
    return tokens.size();
}

}  // namespace hm
