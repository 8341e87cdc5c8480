#include "engine/codemap/extract.h"

#include <algorithm>

#include "engine/codemap/code_tokens.h"

namespace hm {
namespace {

std::vector<Declared> declarations_of(const CodeTokens& tokens) {
    switch (tokens.kind.language) {
        case CodeLanguage::c:
        case CodeLanguage::cpp:
        case CodeLanguage::java:
        case CodeLanguage::csharp: return typed_declarations(tokens);
        case CodeLanguage::python:
        case CodeLanguage::ruby:
        case CodeLanguage::shell: return line_declarations(tokens);
        default: return keyword_declarations(tokens);
    }
}

bool is_minified(std::string_view source) {
    constexpr std::size_t shortest = 2000;
    constexpr std::size_t longest_average = 400;
    if (source.size() < shortest) return false;
    const auto lines = static_cast<std::size_t>(std::ranges::count(source, '\n')) + 1;
    return source.size() / lines > longest_average;
}

// A word of whoever made it, in the comment at its top.
bool is_generated(std::string_view source) {
    const std::string_view top = source.substr(0, 1000);
    if (top.find("@generated") != std::string_view::npos) return true;
    const bool says_so =
        top.find("DO NOT EDIT") != std::string_view::npos || top.find("Do not edit") != std::string_view::npos;
    return says_so &&
           (top.find("enerated") != std::string_view::npos || top.find("GENERATED") != std::string_view::npos);
}

}  // namespace

CodeFile extract_code(const SourceKind& kind, std::string_view source) {
    const CodeTokens tokens = read_tokens(kind, source);
    const std::vector<Declared> declared = declarations_of(tokens);
    CodeFile code;
    code.language = kind.language;
    code.lines = std::ranges::count(source, '\n') + (!source.empty() && source.back() != '\n' ? 1 : 0);
    code.comments = read_comments(tokens, declared);
    code.imports = read_imports(tokens);
    code.symbols.reserve(declared.size());
    for (const Declared& each : declared) code.symbols.push_back(each.symbol);
    return code;
}

std::string_view reason_to_skip(std::string_view path, std::string_view source) {
    if (source.substr(0, 8000).find('\0') != std::string_view::npos) return "binary";
    if (path.find(".min.") != std::string_view::npos || is_minified(source)) return "minified";
    if (is_generated(source)) return "generated";
    return "";
}

}  // namespace hm
