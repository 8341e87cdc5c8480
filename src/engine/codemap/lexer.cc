#include "engine/codemap/lexer.h"

#include <algorithm>
#include <array>

#include "base/strings.h"

namespace hm {
namespace {

constexpr int deepest_nesting = 60;

bool is_word_begin(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}
bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

// Words after which a value begins, though words are values otherwise.
bool is_before_value(std::string_view word) {
    constexpr std::array<std::string_view, 22> words{
        "return", "typeof", "case", "in", "of",  "do",   "else", "void",   "delete", "new",  "throw",
        "await",  "yield",  "and",  "or", "not", "when", "if",   "unless", "while",  "then", "instanceof"};
    return std::ranges::find(words, word) != words.end();
}

bool is_condition(std::string_view word) {
    return word == "if" || word == "while" || word == "for" || word == "with" || word == "switch";
}

}  // namespace

std::vector<Token> tokenise(const SourceKind& kind, std::string_view source) {
    return Lexing(kind, source).run();
}

std::vector<Token> Lexing::run() {
    tokens_.reserve(source_.size() / 6);
    if (starts("\xEF\xBB\xBF")) place_ = line_begin_ = 3;
    if (starts("#!") && language_ != CodeLanguage::rust) {
        while (!is_at_end() && at() != '\n') ++place_;
    }
    if (language_ == CodeLanguage::php) read_php_text();
    while (!is_at_end()) {
        read_code(Until::end_of_text, 0);
        if (!is_at_end()) step();  // a closing bracket too many
    }
    return std::move(tokens_);
}

void Lexing::add(TokenKind kind, const Mark& from) {
    tokens_.push_back(
        {kind, source_.substr(from.place, place_ - from.place), from.line, line_, from.column, from.is_first});
    // A comment leaves its line open: what follows it is still the first of the code there.
    if (kind != TokenKind::comment || from.line != line_) is_line_empty_ = false;
    if (kind == TokenKind::comment && from.is_first && from.line == line_) is_line_empty_ = true;
    if (kind != TokenKind::comment) after_condition_ = false;
}

bool Lexing::may_begin_value() const {
    for (auto token = tokens_.rbegin(); token != tokens_.rend(); ++token) {
        if (token->kind == TokenKind::comment) continue;
        if (token->kind == TokenKind::word) return is_before_value(token->text);
        if (token->kind != TokenKind::punctuation) return token->kind == TokenKind::text;
        if (token->text == ")") return after_condition_;
        return token->text != "]" && token->text != "}";
    }
    return true;
}

// Up to the bracket that closes what the caller opened; that one is left to the caller.
void Lexing::read_code(Until until, int depth) {
    int open = 0;
    const char opening = until == Until::parenthesis ? '(' : '{';
    const char closing = until == Until::parenthesis ? ')' : '}';
    while (!is_at_end()) {
        const char c = at();
        if (c == '\n') {
            step();
            if (!waiting_heredocs_.empty()) take_waiting_heredocs();
            continue;
        }
        if (is_blank(c)) {
            ++place_;
            continue;
        }
        if (until != Until::end_of_text && c == closing && open-- == 0) return;
        if (until != Until::end_of_text && c == opening) ++open;
        if (language_ == CodeLanguage::php && starts("?>")) {
            read_php_text();
            continue;
        }
        // What a backslash stands before is no quote in a shell; ?" is a character in Ruby.
        const bool is_escaped = language_ == CodeLanguage::shell && c == '\\';
        const bool is_character = language_ == CodeLanguage::ruby && c == '?' &&
                                  (at(1) == '"' || at(1) == '\'' || at(1) == '`' || at(1) == '#') && may_begin_value();
        if (is_escaped || is_character) {
            const Mark from = mark();
            step(2);
            add(is_character ? TokenKind::string : TokenKind::punctuation, from);
            continue;
        }
        if (read_comment() || read_directive()) continue;
        if (depth < deepest_nesting && (read_jsx(depth) || read_heredoc() || read_string(depth))) continue;
        if (is_word_begin(c) || ((is_script() || language_ == CodeLanguage::php) && c == '$')) {
            read_word();
        } else if (is_digit(c)) {
            read_number();
        } else {
            read_punctuation();
        }
    }
}

bool Lexing::read_comment() {
    const char c = at();
    if (c == '/' && language_ != CodeLanguage::python && language_ != CodeLanguage::ruby &&
        language_ != CodeLanguage::shell) {
        if (at(1) == '/') {
            take_line_comment();
            return true;
        }
        if (at(1) != '*') return false;
        take_block_comment(language_ == CodeLanguage::rust || language_ == CodeLanguage::kotlin ||
                           language_ == CodeLanguage::swift);
        return true;
    }
    if (c == '=' && language_ == CodeLanguage::ruby && place_ == line_begin_ && starts("=begin")) {
        take_embedded_document();
        return true;
    }
    if (c == '_' && language_ == CodeLanguage::ruby && place_ == line_begin_ && starts("__END__")) {
        place_ = source_.size();
        return true;
    }
    if (c != '#') return false;
    if (language_ == CodeLanguage::php && at(1) == '[') return false;
    const bool is_hash_language = language_ == CodeLanguage::python || language_ == CodeLanguage::ruby ||
                                  language_ == CodeLanguage::php || language_ == CodeLanguage::shell;
    if (!is_hash_language) return false;
    // In a shell a # within a word is part of it: ${#list}, $#, a#b.
    if (language_ == CodeLanguage::shell && place_ > 0) {
        const char before = source_[place_ - 1];
        if (!is_blank(before) && before != '\n' && before != ';' && before != '(' && before != ')' && before != '&' &&
            before != '|') {
            return false;
        }
    }
    take_line_comment();
    return true;
}

void Lexing::take_line_comment() {
    const Mark from = mark();
    while (!is_at_end() && at() != '\n') {
        if (language_ == CodeLanguage::php && starts("?>")) break;
        if (is_c_like() && at() == '\\' && at(1) == '\n') step();  // goes on in the next line
        step();
    }
    add(TokenKind::comment, from);
}

void Lexing::take_block_comment(bool nests) {
    const Mark from = mark();
    step(2);
    int open = 1;
    while (!is_at_end() && open > 0) {
        if (at() == '*' && at(1) == '/') {
            --open;
            step(2);
        } else if (nests && at() == '/' && at(1) == '*') {
            ++open;
            step(2);
        } else {
            step();
        }
    }
    add(TokenKind::comment, from);
}

void Lexing::take_embedded_document() {
    const Mark from = mark();
    while (!is_at_end() && !(place_ == line_begin_ && starts("=end"))) step();
    while (!is_at_end() && at() != '\n') ++place_;
    add(TokenKind::comment, from);
}

// A line of the preprocessor with the lines it goes on in; a comment behind it is a token of its own.
bool Lexing::read_directive() {
    if (at() != '#' || !is_line_empty_ || (!is_c_like() && language_ != CodeLanguage::csharp)) return false;
    const Mark from = mark();
    bool is_quoted = false;
    while (!is_at_end() && at() != '\n') {
        if (!is_quoted && at() == '/' && (at(1) == '/' || at(1) == '*')) break;
        if (at() == '"') is_quoted = !is_quoted;
        if (at() == '\\' && at(1) == '\r' && at(2) == '\n') step();
        if (at() == '\\' && at(1) != '\0') step();
        step();
    }
    add(TokenKind::directive, from);
    return true;
}

void Lexing::read_php_text() {
    const Mark from = mark();
    while (!is_at_end() && !starts("<?php") && !starts("<?=")) step();
    if (place_ > from.place) add(TokenKind::text, from);
    step(at(2) == '=' ? 3 : 5);
}

void Lexing::read_word() {
    const Mark from = mark();
    const auto goes_on = [&](char c) { return is_word_begin(c) || is_digit(c) || (c == '$' && !is_c_like()); };
    ++place_;
    while (!is_at_end() && goes_on(at())) ++place_;
    const bool may_end_in_mark = language_ == CodeLanguage::ruby && (at() == '?' || at() == '!') && at(1) != '=';
    if (may_end_in_mark) ++place_;
    add(TokenKind::word, from);
}

void Lexing::read_number() {
    const Mark from = mark();
    const auto goes_on = [&] {
        const char c = at();
        if (is_word_begin(c) || is_digit(c)) return true;
        if (c == '\'') return language_ == CodeLanguage::cpp && (is_digit(at(1)) || is_word_begin(at(1)));
        if (c == '.') return is_digit(at(1));
        const char before = source_[place_ - 1];
        return (c == '+' || c == '-') && (before == 'e' || before == 'E') && !starts("0x") && is_digit(at(1));
    };
    ++place_;
    while (!is_at_end() && goes_on()) ++place_;
    add(TokenKind::number, from);
}

void Lexing::read_punctuation() {
    const Mark from = mark();
    bool closes_condition = false;
    if (at() == '(') {
        const bool has_word = !tokens_.empty() && tokens_.back().kind == TokenKind::word;
        parentheses_.push_back(has_word && is_condition(tokens_.back().text));
    } else if (at() == ')' && !parentheses_.empty()) {
        closes_condition = parentheses_.back();
        parentheses_.pop_back();
    }
    const bool is_long = starts("=>") || starts("->") || starts("::");
    if (starts("...")) {
        place_ += 3;
    } else {
        place_ += is_long ? 2 : 1;
    }
    add(TokenKind::punctuation, from);
    after_condition_ = closes_condition;
}

}  // namespace hm
