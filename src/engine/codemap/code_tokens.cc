#include "engine/codemap/code_tokens.h"

#include "base/utf8.h"

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

}  // namespace hm
