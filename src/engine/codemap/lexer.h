// A source text as tokens, for all languages of the code map. Strings, templates, regular expressions, heredocs, nested
// comments and JSX text are told from code, so that nothing within them is taken for a comment or a declaration. It
// never fails: what is not closed ends where the line or the text ends. Linear in the text. Pure.
#pragma once

#include <string_view>
#include <vector>

#include "engine/codemap/source_kind.h"

namespace hm {

// directive: a line of the preprocessor, whole. text: what is not code at all, such as HTML around PHP.
enum class TokenKind { word, number, string, comment, punctuation, directive, text };

struct Token {
    TokenKind kind = TokenKind::punctuation;
    std::string_view text;  // of the source; punctuation is one character, but for => -> :: and ...
    int line = 0;           // where it begins, from 1
    int end_line = 0;
    int column = 0;  // from 0
    bool is_first_on_line = false;

    bool is(std::string_view what) const {
        return text == what && (kind == TokenKind::word || kind == TokenKind::punctuation);
    }
};

std::vector<Token> tokenise(const SourceKind& kind, std::string_view source);

}  // namespace hm
