// The tokens of a file that are code, with the bracket that belongs to each bracket. Comments are apart.
#pragma once

#include <string>
#include <vector>

#include "engine/codemap/lexer.h"

namespace hm {

struct CodeTokens {
    SourceKind kind;
    std::string_view source;
    std::vector<Token> code;
    std::vector<Token> comments;
    // For an opening bracket where its closing one stands, and the other way round; the last token when it is not
    // closed.
    std::vector<std::size_t> partner;

    std::size_t size() const { return code.size(); }
    const Token& operator[](std::size_t i) const { return code[i]; }
    bool is(std::size_t i, std::string_view what) const { return i < code.size() && code[i].is(what); }
    bool is_word(std::size_t i) const { return i < code.size() && code[i].kind == TokenKind::word; }
    // What stands behind the bracket that closes this one.
    std::size_t behind(std::size_t opening) const { return partner[opening] + 1; }
};

CodeTokens read_tokens(const SourceKind& kind, std::string_view source);

bool is_opening(const Token& token);
bool is_closing(const Token& token);

// The tokens from `begin` up to `end` in one line, with single blanks where there was any space; at most 300
// characters.
std::string line_of(const CodeTokens& tokens, std::size_t begin, std::size_t end);

// A declaration with the line it ends in, which says what comments belong to it.
struct Declared {
    CodeSymbol symbol;
    int end_line = 0;
};

// How each family of languages declares. In the order of the file.
std::vector<Declared> keyword_declarations(const CodeTokens& tokens);  // JavaScript, Go, Rust, Kotlin, Swift, PHP
std::vector<Declared> typed_declarations(const CodeTokens& tokens);    // C, C++, Java, C#
std::vector<Declared> line_declarations(const CodeTokens& tokens);     // Python, Ruby, shell

// What a #define declares; nothing for other directives.
std::optional<CodeSymbol> macro_of(const Token& directive, const SourceKind& kind);

// Where a statement of a language with declaring words ends: behind `;`, at the line that begins the next one, or at
// `limit`, the end of what it stands in.
std::size_t end_of_statement(const CodeTokens& tokens, std::size_t from, std::size_t limit);
// Its first brace that is a body, not a type or a value; the number of tokens when it has none.
std::size_t body_of_statement(const CodeTokens& tokens, std::size_t from, std::size_t limit);

// Behind the head of a function of JavaScript that is a value: `async (a) =>`, `a =>`, `function (a)`.
std::optional<std::size_t> end_of_function_head(const CodeTokens& tokens, std::size_t from, std::size_t end);

// export { a }, export default a, module.exports = { a }: what was declared elsewhere in the file is exported too. What
// is within a class or module is exported only with it.
void mark_named_exports(const CodeTokens& tokens, std::vector<Declared>& declared);

std::vector<CodeImport> read_imports(const CodeTokens& tokens);

// Comments in the order of their lines, each with what it belongs to.
std::vector<CodeComment> read_comments(const CodeTokens& tokens, const std::vector<Declared>& declared);

}  // namespace hm
