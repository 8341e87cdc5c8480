#include "engine/shell/words.h"

#include <cctype>
#include <charconv>
#include <iterator>

namespace hm::shell {
namespace {

constexpr std::size_t most_words = 256;

bool is_octal(char c) {
    return c >= '0' && c <= '7';
}

// Reads up to `most` digits of `base` at `at`; moves `at` behind them.
unsigned read_digits(std::string_view text, std::size_t& at, std::size_t most, int base) {
    unsigned value = 0;
    const char* begin = text.data() + at;
    const char* end = begin + std::min(most, text.size() - at);
    const auto read = std::from_chars(begin, end, value, base);
    at += static_cast<std::size_t>(read.ptr - begin);
    return value;
}

void append_code_point(std::string& out, unsigned code) {
    if (code < 0x80) {
        out += static_cast<char>(code);
    } else if (code < 0x800) {
        out += static_cast<char>(0xC0U | (code >> 6U));
        out += static_cast<char>(0x80U | (code & 0x3FU));
    } else {
        out += static_cast<char>(0xE0U | ((code >> 12U) & 0x0FU));
        out += static_cast<char>(0x80U | ((code >> 6U) & 0x3FU));
        out += static_cast<char>(0x80U | (code & 0x3FU));
    }
}

char simple_escape(char c) {
    switch (c) {
        case 'n': return '\n';
        case 't': return '\t';
        case 'r': return '\r';
        case 'e':
        case 'E': return '\033';
        default: return c;
    }
}

// The place of the brace that closes the one at `open`, or npos.
std::size_t closing_brace(std::string_view text, std::size_t open) {
    int depth = 0;
    for (std::size_t i = open; i < text.size(); ++i) {
        if (text[i] == '{') ++depth;
        if (text[i] == '}' && --depth == 0) return i;
    }
    return std::string_view::npos;
}

std::vector<std::string> split_choices(std::string_view inside) {
    std::vector<std::string> choices{""};
    int depth = 0;
    for (const char c : inside) {
        if (c == '{') ++depth;
        if (c == '}') --depth;
        if (c == ',' && depth == 0) {
            choices.emplace_back();
        } else {
            choices.back() += c;
        }
    }
    return choices;
}

}  // namespace

std::string unescape_bare(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\' || i + 1 == text.size()) {
            out += text[i];
        } else if (text[++i] != '\n') {
            out += text[i];
        }
    }
    return out;
}

std::string unescape_quoted(std::string_view text) {
    constexpr std::string_view guarded = "$`\"\\";
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool guards = text[i] == '\\' && i + 1 < text.size();
        if (guards && text[i + 1] == '\n') {
            ++i;
        } else if (guards && guarded.find(text[i + 1]) != std::string_view::npos) {
            out += text[++i];
        } else {
            out += text[i];
        }
    }
    return out;
}

std::string unescape_ansi(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
        if (text[i] != '\\' || i + 1 == text.size()) {
            out += text[i++];
            continue;
        }
        const char kind = text[++i];
        if (kind == 'x') {
            out += static_cast<char>(read_digits(text, ++i, 2, 16));
        } else if (kind == 'u' || kind == 'U') {
            append_code_point(out, read_digits(text, ++i, kind == 'u' ? 4 : 8, 16));
        } else if (is_octal(kind)) {
            out += static_cast<char>(read_digits(text, i, 3, 8));
        } else {
            out += simple_escape(kind);
            ++i;
        }
    }
    return out;
}

std::vector<std::string> spread_braces(const std::string& text) {
    const std::size_t open = text.find('{');
    if (open == std::string::npos || (open > 0 && text[open - 1] == '$')) return {text};
    const std::size_t close = closing_brace(text, open);
    if (close == std::string::npos) return {text};
    const std::vector<std::string> choices = split_choices(std::string_view(text).substr(open + 1, close - open - 1));
    if (choices.size() < 2) return {text};
    std::vector<std::string> words;
    for (const std::string& choice : choices) {
        std::vector<std::string> spread = spread_braces(text.substr(0, open) + choice + text.substr(close + 1));
        if (spread.empty() || words.size() + spread.size() > most_words) return {};
        std::move(spread.begin(), spread.end(), std::back_inserter(words));
    }
    return words;
}

std::string lower_case(std::string_view text) {
    std::string out(text);
    for (char& c : out)
        c = c == '\n' || c == '\t' ? ' ' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return out;
}

bool has_bare_glob(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\') {
            ++i;
        } else if (text[i] == '*' || text[i] == '?' || text[i] == '[') {
            return true;
        }
    }
    return false;
}

}  // namespace hm::shell
