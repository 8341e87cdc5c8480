// Perl that replaces text line by line, as sed does: perl -pi -e 's/a/b/g' files.
#include <cctype>

#include "engine/shell/scanned_code.h"

namespace hm::shell {
namespace {

// Behind the part that begins at `at` and ends with that delimiter; npos when it does not end, or holds code.
std::size_t behind_part(std::string_view code, std::size_t at, char end, char open) {
    int depth = 0;
    for (; at < code.size(); ++at) {
        // (?{ … }) and @{[ … ]} run what stands in them.
        if (code.substr(at, 3) == "(?{" || code.substr(at, 4) == "(??{" || code.substr(at, 2) == "@{" ||
            code.substr(at, 2) == "${")
            return std::string_view::npos;
        if (code[at] == '\\') {
            ++at;
        } else if (code[at] == end && depth == 0) {
            return at + 1;
        } else if (open != end && code[at] == open) {
            ++depth;
        } else if (open != end && code[at] == end) {
            --depth;
        }
    }
    return std::string_view::npos;
}

char closing(char open) {
    switch (open) {
        case '{': return '}';
        case '(': return ')';
        case '[': return ']';
        case '<': return '>';
        default: return open;
    }
}

std::size_t skip_blanks(std::string_view code, std::size_t at) {
    while (at < code.size() && std::isspace(static_cast<unsigned char>(code[at])) != 0) ++at;
    return at;
}

// Behind one s/a/b/flags, or npos.
std::size_t behind_replacement(std::string_view code, std::size_t at) {
    const bool is_table = code.substr(at).starts_with("tr") || code.substr(at).starts_with("y");
    const std::size_t name = code.substr(at).starts_with("tr") ? 2 : 1;
    if (!is_table && !code.substr(at).starts_with("s")) return std::string_view::npos;
    at += name;
    if (at >= code.size() || std::isalnum(static_cast<unsigned char>(code[at])) != 0 || code[at] == ' ' ||
        code[at] == '\'')
        return std::string_view::npos;
    const char open = code[at];
    const char end = closing(open);
    const std::size_t pattern = at + 1;
    at = behind_part(code, pattern, end, open);
    if (at == std::string_view::npos) return at;
    const bool fits_all =
        code.substr(pattern, at - 1 - pattern).find_first_not_of(".*+?^$\\sSdDwW[]()|") == std::string_view::npos;
    if (open != end) {
        at = skip_blanks(code, at);
        if (at >= code.size() || code[at] != open) return std::string_view::npos;
        ++at;
    }
    const std::size_t replacement = at;
    at = behind_part(code, at, end, open);
    // s/.*//: nothing is left.
    if (at == std::string_view::npos || (fits_all && at == replacement + 1)) return std::string_view::npos;
    // With e the replacement is code.
    constexpr std::string_view flags = "gimsxrcdo";
    while (at < code.size() && std::isalpha(static_cast<unsigned char>(code[at])) != 0) {
        if (flags.find(code[at]) == std::string_view::npos) return std::string_view::npos;
        ++at;
    }
    return at;
}

}  // namespace

bool only_replaces(std::string_view code) {
    std::size_t at = skip_blanks(code, 0);
    if (at == code.size()) return false;
    while (at < code.size()) {
        at = behind_replacement(code, at);
        if (at == std::string_view::npos) return false;
        at = skip_blanks(code, at);
        // s/a/b/ if /c/
        for (const std::string_view word : {"if /", "unless /", "if m/"}) {
            if (!code.substr(at).starts_with(word)) continue;
            at = behind_part(code, at + word.size(), '/', '/');
            if (at == std::string_view::npos) return false;
            at = skip_blanks(code, at);
            break;
        }
        if (at < code.size() && code[at] != ';') return false;
        at = skip_blanks(code, at + 1);
    }
    return true;
}

}  // namespace hm::shell
