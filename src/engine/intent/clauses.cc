#include "engine/intent/clauses.h"

#include "base/utf8.h"

namespace hm {
namespace {

constexpr std::size_t looked_at = 400;
constexpr std::size_t most_clauses = 8;

char to_lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool is_word_character(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x80 || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           c == '\'' || c == '/' || c == '+' || c == '#';
}

// Curly quotes and dashes as they are typed on a plain keyboard.
std::string with_plain_signs(std::string_view text) {
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::string_view sign = text.substr(i, 3);
        if (sign == "\xE2\x80\x98" || sign == "\xE2\x80\x99") {
            plain += '\'';
        } else if (sign == "\xE2\x80\x9C" || sign == "\xE2\x80\x9D") {
            plain += '"';
        } else if (sign == "\xE2\x80\x93" || sign == "\xE2\x80\x94" || sign == "\xE2\x80\xA6") {
            plain += ", ";
        } else {
            plain += text[i];
            continue;
        }
        i += 2;
    }
    return plain;
}

// Leaves out what is quoted: code, quotation marks, quoted lines of a mail.
std::string without_quotations(const std::string& text) {
    std::string rest;
    char inside = '\0';
    bool is_quoted_line = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool begins_line = i == 0 || text[i - 1] == '\n';
        if (begins_line) is_quoted_line = c == '>';
        if (is_quoted_line) continue;
        if (inside != '\0') {
            if (c == inside) inside = '\0';
            continue;
        }
        if (c == '`' || c == '"') {
            inside = c;
            rest += " quoted ";
            continue;
        }
        rest += c;
    }
    return rest;
}

bool ends_sentence(char c) {
    return c == '.' || c == '!' || c == '?' || c == '\n' || c == ';';
}

bool ends_clause(const std::string& text, std::size_t i) {
    const char c = text[i];
    const bool is_dash = c == '-' && i > 0 && text[i - 1] == ' ' && i + 1 < text.size() && text[i + 1] == ' ';
    // A dot inside a name, such as a file's, ends nothing.
    const bool is_inner_dot = c == '.' && i + 1 < text.size() && is_word_character(text[i + 1]);
    return !is_inner_dot && (ends_sentence(c) || c == ',' || c == ':' || c == '(' || c == ')' || is_dash);
}

class Splitter {
public:
    void take(char c) { word_ += c; }
    void end_word() {
        if (word_.empty()) return;
        std::string lower;
        for (const char c : word_) lower += to_lower(c);
        clause_.words.push_back(std::move(lower));
        clause_.original.push_back(std::move(word_));
        word_.clear();
    }
    void end_clause(char by) {
        end_word();
        if (!clause_.words.empty()) {
            clause_.ended_by = by;
            clause_.begins_sentence = begins_sentence_;
            clauses_.push_back(std::move(clause_));
            begins_sentence_ = false;
        }
        clause_ = {};
        if (ends_sentence(by)) begins_sentence_ = true;
    }
    std::vector<Clause> take_clauses() { return std::move(clauses_); }
    std::size_t count() const { return clauses_.size(); }

private:
    std::string word_;
    Clause clause_;
    std::vector<Clause> clauses_;
    bool begins_sentence_ = true;
};

}  // namespace

std::vector<Clause> opening_clauses(std::string_view text) {
    const std::string plain = without_quotations(with_plain_signs(first_characters(text, looked_at)));
    Splitter splitter;
    for (std::size_t i = 0; i < plain.size() && splitter.count() < most_clauses; ++i) {
        if (ends_clause(plain, i)) {
            splitter.end_clause(plain[i]);
        } else if (is_word_character(plain[i]) || plain[i] == '.') {
            splitter.take(plain[i]);
        } else {
            splitter.end_word();
        }
    }
    splitter.end_clause('.');
    return splitter.take_clauses();
}

}  // namespace hm
