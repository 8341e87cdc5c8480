// A source text as tokens, for all languages of the code map. Strings, templates, regular expressions, heredocs, nested
// comments and JSX text are told from code, so that nothing within them is taken for a comment or a declaration. It
// never fails: what is not closed ends where the line or the text ends. Linear in the text. Pure.
#pragma once

#include <string>
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

// Lexing: the state of a lexer on its way through a text, shared by lexer.cc (what a token is) and literals.cc (where
// strings and the like end).

class Lexing {
public:
    Lexing(const SourceKind& kind, std::string_view source) : kind_(kind), language_(kind.language), source_(source) {}
    std::vector<Token> run();

private:
    enum class Until { end_of_text, brace, parenthesis };

    // lexer.cc
    void read_code(Until until, int depth);
    bool read_comment();
    bool read_directive();
    void read_php_text();
    void read_word();
    void read_number();
    void read_punctuation();
    void take_line_comment();
    void take_block_comment(bool nests);
    void take_embedded_document();
    bool may_begin_value() const;

    // literals.cc: true when one was read
    bool read_string(int depth);
    bool read_prefixed_string(int depth);
    void take_quoted(char quote, bool spans_lines, int depth);
    void take_until(std::string_view end, bool has_escapes);
    void take_template(int depth);
    void take_interpolation(int depth);
    void take_raw_cpp();
    bool read_hash_quoted();
    bool read_percent_literal();
    bool read_regex();
    bool read_heredoc();
    void take_waiting_heredocs();
    bool read_jsx(int depth);
    bool take_jsx_element(int depth);
    bool take_jsx_children(int depth);

    char at(std::size_t offset = 0) const { return place_ + offset < source_.size() ? source_[place_ + offset] : '\0'; }
    bool starts(std::string_view text) const { return source_.substr(place_, text.size()) == text; }
    bool is_at_end() const { return place_ >= source_.size(); }
    void step() {
        if (source_[place_] == '\n') begin_line();
        ++place_;
    }
    void step(std::size_t count) {
        for (std::size_t i = 0; i < count && !is_at_end(); ++i) step();
    }
    void begin_line() {
        ++line_;
        line_begin_ = place_ + 1;
        is_line_empty_ = true;
    }
    struct Mark {
        std::size_t place;
        int line;
        int column;
        bool is_first;
    };
    Mark mark() const { return {place_, line_, static_cast<int>(place_ - line_begin_), is_line_empty_}; }
    void add(TokenKind kind, const Mark& from);
    bool is_c_like() const { return language_ == CodeLanguage::c || language_ == CodeLanguage::cpp; }
    bool is_script() const { return language_ == CodeLanguage::javascript || language_ == CodeLanguage::typescript; }

    struct Heredoc {
        std::string end;
        bool may_be_indented;
    };

    SourceKind kind_;
    CodeLanguage language_;
    std::string_view source_;
    std::size_t place_ = 0;
    std::size_t line_begin_ = 0;
    int line_ = 1;
    bool is_line_empty_ = true;  // no token on this line yet
    int failed_jsx_ = 0;
    std::vector<Token> tokens_;
    std::vector<Heredoc> waiting_heredocs_;
    std::vector<bool> parentheses_;  // of each open one: whether a condition stands in it
    bool after_condition_ = false;   // the last token closed a condition
};

}  // namespace hm
