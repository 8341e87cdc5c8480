#include <algorithm>
#include <array>

#include "base/strings.h"
#include "engine/codemap/lexer.h"

namespace hm {
namespace {

constexpr int most_failed_jsx = 8;
constexpr std::size_t longest_delimiter = 60;

bool is_identifier_letter(char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '_';
}

// The letters that may stand directly before a quote.
bool is_prefix_of(CodeLanguage language, std::string_view word) {
    if (language == CodeLanguage::python) {
        return word.size() <= 2 && std::ranges::all_of(word, [](char c) {
                   return std::string_view("rRbBuUfFtT").find(c) != std::string_view::npos;
               });
    }
    if (language == CodeLanguage::cpp || language == CodeLanguage::c) {
        return word == "L" || word == "u" || word == "U" || word == "u8" || word == "R" || word == "LR" ||
               word == "uR" || word == "UR" || word == "u8R";
    }
    if (language == CodeLanguage::rust) return word == "b" || word == "c";
    return false;
}

}  // namespace

bool Lexing::read_string(int depth) {
    const char c = at();
    if (read_prefixed_string(depth) || read_percent_literal() || read_regex()) return true;
    if ((c == '#' || c == 'r' || c == 'b') && read_hash_quoted()) return true;
    const bool has_triples = language_ == CodeLanguage::python || language_ == CodeLanguage::java ||
                             language_ == CodeLanguage::kotlin || language_ == CodeLanguage::swift ||
                             language_ == CodeLanguage::csharp;
    const Mark from = mark();
    if (has_triples && (starts("\"\"\"") || (language_ == CodeLanguage::python && starts("'''")))) {
        const std::string end(3, c);
        step(3);
        take_until(end, language_ != CodeLanguage::kotlin && language_ != CodeLanguage::csharp);
        add(TokenKind::string, from);
        return true;
    }
    const bool spans_lines = language_ == CodeLanguage::rust || language_ == CodeLanguage::php ||
                             language_ == CodeLanguage::ruby || language_ == CodeLanguage::shell;
    if (c == '"') {
        take_quoted('"', spans_lines, depth);
    } else if (c == '`' && is_script()) {
        take_template(depth);
    } else if (c == '`' && (language_ == CodeLanguage::go || language_ == CodeLanguage::ruby ||
                            language_ == CodeLanguage::kotlin || language_ == CodeLanguage::swift)) {
        ++place_;
        take_until("`", false);
    } else if (c == '\'' && language_ == CodeLanguage::rust) {
        // A lifetime has no closing quote: 'a, 'static; a character has: 'a', '\n', '→'.
        std::size_t end = place_ + 1;
        if (at(1) == '\\') {
            end = source_.find('\'', place_ + 3);
        } else {
            while (end < source_.size() && end < place_ + 6 && source_[end] != '\'' && source_[end] != '\n') ++end;
            const bool is_character = end < source_.size() && source_[end] == '\'' && end > place_ + 1 &&
                                      (end == place_ + 2 || static_cast<unsigned char>(at(1)) >= 0x80);
            if (!is_character) return false;
        }
        if (end == std::string_view::npos || end > place_ + 14) return false;
        place_ = end + 1;
    } else if (c == '\'' && language_ == CodeLanguage::shell) {
        const bool has_escapes = place_ > 0 && source_[place_ - 1] == '$';
        ++place_;
        take_until("'", has_escapes);
    } else if (c == '\'' && language_ != CodeLanguage::swift) {
        take_quoted('\'', spans_lines, depth);
    } else {
        return false;
    }
    add(TokenKind::string, from);
    return true;
}

bool Lexing::read_prefixed_string(int depth) {
    const Mark from = mark();
    if (language_ == CodeLanguage::csharp && (at() == '@' || at() == '$')) {
        std::size_t quote = 0;
        while (at(quote) == '@' || at(quote) == '$') ++quote;
        if (at(quote) != '"') return false;
        const bool is_verbatim = source_.substr(place_, quote).find('@') != std::string_view::npos;
        step(quote);
        if (starts("\"\"\"")) {
            step(3);
            take_until("\"\"\"", false);
        } else if (is_verbatim) {
            // Two quotes stand for one.
            ++place_;
            do {
                take_until("\"", false);
            } while (at() == '"' && (step(), true));
        } else {
            take_quoted('"', false, depth);
        }
        add(TokenKind::string, from);
        return true;
    }
    std::size_t length = 0;
    while (length < 3 && is_identifier_letter(at(length))) ++length;
    const char quote = at(length);
    const bool is_quote = quote == '"' || quote == '\'';
    if (length == 0 || !is_quote || !is_prefix_of(language_, source_.substr(place_, length))) return false;
    const std::string_view prefix = source_.substr(place_, length);
    step(length);
    if (is_c_like() && prefix.ends_with('R') && quote == '"') {
        take_raw_cpp();
    } else if (language_ == CodeLanguage::python && at(1) == quote && at(2) == quote) {
        step(3);
        take_until(std::string(3, quote), true);
    } else {
        take_quoted(quote, language_ == CodeLanguage::rust, depth);
    }
    add(TokenKind::string, from);
    return true;
}

// To the closing quote, or to the end of the line where a string may not go on.
void Lexing::take_quoted(char quote, bool spans_lines, int depth) {
    ++place_;
    while (!is_at_end() && at() != quote) {
        if (at() == '\n' && !spans_lines) return;
        const bool substitutes = quote == '"' && ((language_ == CodeLanguage::shell && starts("$(")) ||
                                                  (language_ == CodeLanguage::kotlin && starts("${")) ||
                                                  (language_ == CodeLanguage::swift && starts("\\(")) ||
                                                  (language_ == CodeLanguage::ruby && starts("#{")));
        if (substitutes) {
            take_interpolation(depth);
            continue;
        }
        if (at() == '\\') step();
        if (!is_at_end()) step();
    }
    if (!is_at_end()) ++place_;
}

void Lexing::take_until(std::string_view end, bool has_escapes) {
    while (!is_at_end() && !starts(end)) {
        if (has_escapes && at() == '\\') step();
        if (!is_at_end()) step();
    }
    step(end.size());
}

// Code within a string: ${…}, #{…}, $(…). The tokens in it are kept, its comments too.
void Lexing::take_interpolation(int depth) {
    const bool is_parenthesis = at(1) == '(';
    step(2);
    if (depth + 1 < 40) {
        read_code(is_parenthesis ? Until::parenthesis : Until::brace, depth + 1);
    }
    if (!is_at_end()) step();
}

void Lexing::take_template(int depth) {
    ++place_;
    while (!is_at_end() && at() != '`') {
        if (at() == '\\') {
            step();
            if (!is_at_end()) step();
        } else if (starts("${")) {
            take_interpolation(depth);
        } else {
            step();
        }
    }
    if (!is_at_end()) ++place_;
}

void Lexing::take_raw_cpp() {
    const std::size_t open = source_.find('(', place_);
    if (open == std::string_view::npos || open - place_ > longest_delimiter) {
        take_quoted('"', false, 0);
        return;
    }
    const std::string end = ")" + std::string(source_.substr(place_ + 1, open - place_ - 1)) + "\"";
    take_until(end, false);
}

// r"…", r#"…"#, br#"…"# of Rust; #"…"# of Swift.
bool Lexing::read_hash_quoted() {
    if (language_ != CodeLanguage::rust && language_ != CodeLanguage::swift) return false;
    std::size_t begin = 0;
    if (language_ == CodeLanguage::rust) {
        if (at() == 'b' && at(1) == 'r') begin = 1;
        if (at(begin) != 'r') return false;
        ++begin;
    }
    std::size_t hashes = 0;
    while (at(begin + hashes) == '#' && hashes < longest_delimiter) ++hashes;
    if (at(begin + hashes) != '"' || (language_ == CodeLanguage::swift && hashes == 0)) return false;
    const Mark from = mark();
    step(begin + hashes + 1);
    take_until("\"" + std::string(hashes, '#'), false);
    add(TokenKind::string, from);
    return true;
}

// %w[a b], %q(…), %Q{…}, %i[…], %(…) of Ruby; brackets of the same kind may stand in them.
bool Lexing::read_percent_literal() {
    if (language_ != CodeLanguage::ruby || at() != '%' || !may_begin_value()) return false;
    const std::size_t letters = std::string_view("wWqQiIrsx").find(at(1)) != std::string_view::npos ? 1 : 0;
    const char open = at(1 + letters);
    constexpr std::string_view opening = "([{<|!/";
    constexpr std::string_view closing = ")]}>|!/";
    const std::size_t which = opening.find(open);
    if (open == '\0' || which == std::string_view::npos) return false;
    const Mark from = mark();
    step(2 + letters);
    for (int depth = 1; !is_at_end() && depth > 0; step()) {
        if (at() == '\\') step();
        if (is_at_end()) break;
        if (at() == closing[which]) {
            --depth;
        } else if (at() == open) {
            ++depth;
        }
    }
    add(TokenKind::string, from);
    return true;
}

bool Lexing::read_regex() {
    const bool has_regex = is_script() || language_ == CodeLanguage::ruby;
    if (!has_regex || at() != '/') return false;
    // `puts /x/` calls with a regular expression, `a / b` and `a/b` divide.
    const bool is_argument = language_ == CodeLanguage::ruby && place_ > 0 && source_[place_ - 1] == ' ' &&
                             at(1) != ' ' && at(1) != '=' && !tokens_.empty() && tokens_.back().kind == TokenKind::word;
    if (!is_argument && !may_begin_value()) return false;
    // It must close in its line, or it was a division after all.
    bool is_in_class = false;
    std::size_t end = 1;
    for (; at(end) != '\n' && at(end) != '\0'; ++end) {
        const char c = at(end);
        if (c == '\\') {
            ++end;
        } else if (c == '[') {
            is_in_class = true;
        } else if (c == ']') {
            is_in_class = false;
        } else if (c == '/' && !is_in_class) {
            break;
        }
    }
    if (at(end) != '/') return false;
    const Mark from = mark();
    step(end + 1);
    while (is_letter(at())) ++place_;
    add(TokenKind::string, from);
    return true;
}

// <<END, <<-'END', <<~END, <<<END: its text begins with the next line.
bool Lexing::read_heredoc() {
    const bool has_heredocs =
        language_ == CodeLanguage::shell || language_ == CodeLanguage::ruby || language_ == CodeLanguage::php;
    if (!has_heredocs || at() != '<' || at(1) != '<') return false;
    std::size_t place = 2;
    if (language_ == CodeLanguage::php) {
        if (at(2) != '<') return false;
        ++place;
    } else if (at(2) == '<') {
        return false;  // a here-string of a shell
    }
    bool may_be_indented = language_ == CodeLanguage::php;
    if (at(place) == '-' || at(place) == '~') {
        may_be_indented = true;
        ++place;
    }
    if (language_ != CodeLanguage::ruby) {
        while (at(place) == ' ' || at(place) == '\t') ++place;
    }
    const char quote = at(place) == '\'' || at(place) == '"' || at(place) == '`' ? at(place) : '\0';
    if (quote != '\0' || (language_ == CodeLanguage::shell && at(place) == '\\')) ++place;
    const std::size_t begin = place;
    while (is_identifier_letter(at(place)) ||
           (language_ == CodeLanguage::shell && (at(place) == '-' || at(place) == '.')))
        ++place;
    const std::string end(source_.substr(place_ + begin, place - begin));
    // `a << b` shifts: a heredoc of Ruby is quoted or in capitals.
    const bool is_shift = language_ == CodeLanguage::ruby && quote == '\0' && !end.empty() &&
                          !(end.front() >= 'A' && end.front() <= 'Z') && !may_be_indented;
    const bool is_number = !end.empty() && end.front() >= '0' && end.front() <= '9';
    if (end.empty() || is_shift || is_number || (quote != '\0' && at(place) != quote)) return false;
    const Mark from = mark();
    step(place + (quote != '\0' ? 1 : 0));
    waiting_heredocs_.push_back({end, may_be_indented});
    add(TokenKind::string, from);
    return true;
}

void Lexing::take_waiting_heredocs() {
    for (const Heredoc& heredoc : waiting_heredocs_) {
        while (!is_at_end()) {
            const std::size_t line_end = std::min(source_.find('\n', place_), source_.size());
            std::string_view line = source_.substr(place_, line_end - place_);
            if (line.ends_with('\r')) line.remove_suffix(1);
            while (heredoc.may_be_indented && (line.starts_with(' ') || line.starts_with('\t'))) line.remove_prefix(1);
            const bool is_php_end =
                language_ == CodeLanguage::php && line.starts_with(heredoc.end) &&
                !is_identifier_letter(line.substr(heredoc.end.size()).empty() ? ' ' : line[heredoc.end.size()]);
            const bool is_last = line == heredoc.end || is_php_end;
            // What follows the mark of PHP is code.
            step(is_php_end ? static_cast<std::size_t>(line.data() - source_.data()) - place_ + heredoc.end.size()
                            : line_end - place_);
            if (is_last && is_php_end) break;
            if (!is_at_end()) step();
            if (is_last) break;
        }
    }
    waiting_heredocs_.clear();
}

// An element where a value may begin. When it does not close it was no element, and everything is as before.
bool Lexing::read_jsx(int depth) {
    const bool may_be = kind_.has_jsx && at() == '<' && (is_letter(at(1)) || at(1) == '>' || at(1) == '_');
    if (!may_be || failed_jsx_ >= most_failed_jsx || !may_begin_value()) return false;
    const Mark from = mark();
    const std::size_t known_tokens = tokens_.size();
    const std::size_t line_begin = line_begin_;
    is_line_empty_ = false;
    if (take_jsx_element(depth)) {
        add(TokenKind::string, from);
        return true;
    }
    ++failed_jsx_;
    place_ = from.place;
    line_ = from.line;
    line_begin_ = line_begin;
    is_line_empty_ = from.is_first;
    tokens_.resize(known_tokens);
    return false;
}

bool Lexing::take_jsx_element(int depth) {
    if (depth >= 40) return false;
    step();
    while (is_identifier_letter(at()) || at() == '.' || at() == '-' || at() == ':') ++place_;
    while (!is_at_end()) {
        const char c = at();
        if (c == '"' || c == '\'') {
            ++place_;
            take_until(std::string_view(&c, 1), false);
        } else if (c == '{') {
            step();
            read_code(Until::brace, depth + 1);
            if (is_at_end()) return false;
            step();
        } else if (c == '/' && at(1) == '>') {
            step(2);
            return true;
        } else if (c == '>') {
            step();
            return take_jsx_children(depth);
        } else if (c == '<' || c == '(' || c == ',' || c == ';' || c == '}' || c == '|') {
            return false;  // type parameters or a comparison
        } else {
            step();
        }
    }
    return false;
}

bool Lexing::take_jsx_children(int depth) {
    while (!is_at_end()) {
        if (at() == '{') {
            step();
            read_code(Until::brace, depth + 1);
            if (is_at_end()) return false;
            step();
        } else if (at() == '<' && at(1) == '/') {
            while (!is_at_end() && at() != '>') step();
            if (is_at_end()) return false;
            step();
            return true;
        } else if (at() == '<') {
            if (!take_jsx_element(depth + 1)) return false;
        } else {
            step();
        }
    }
    return false;
}

}  // namespace hm
