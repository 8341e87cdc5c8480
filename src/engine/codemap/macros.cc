#include <algorithm>

#include "engine/codemap/code_tokens.h"

namespace hm {

std::optional<CodeSymbol> macro_of(const Token& directive, const SourceKind& kind) {
    std::string_view text = directive.text;
    constexpr std::string_view define = "define";
    const std::size_t word = text.find(define);
    if (word == std::string_view::npos || text.find_first_not_of("# \t") != word) return std::nullopt;
    text.remove_prefix(word + define.size());
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    std::string name(text.substr(0, text.find_first_of(" \t\r\n(\\")));
    // The guard of a header is no macro for anyone.
    const bool is_guard = name.ends_with("_H") || name.ends_with("_H_") || name.ends_with("_HPP") ||
                          name.ends_with("_HPP_") || name.ends_with("_INCLUDED");
    if (name.empty() || is_guard) return std::nullopt;
    const std::size_t parameters = text.find(')');
    const bool has_parameters =
        text.size() > name.size() && text[name.size()] == '(' && parameters != std::string_view::npos;
    std::string signature = "#define " + (has_parameters ? std::string(text.substr(0, parameters + 1)) : name);
    return CodeSymbol{directive.line, std::move(name), SymbolKind::macro, std::move(signature), {}, kind.is_header};
}

}  // namespace hm
