#include "engine/codemap/declaring_words.h"

#include <algorithm>
#include <array>

namespace hm {
namespace {

constexpr std::array<Keyword, 11> script_words{{
    {"function", SymbolKind::function, Body::opaque},
    {"class", SymbolKind::class_type, Body::members},
    {"interface", SymbolKind::interface, Body::opaque},
    {"enum", SymbolKind::enum_type, Body::opaque},
    {"type", SymbolKind::type},
    {"namespace", SymbolKind::module, Body::members},
    {"module", SymbolKind::module, Body::members},
    {"global", SymbolKind::module, Body::members},
    {"const", SymbolKind::constant},
    {"let", SymbolKind::variable},
    {"var", SymbolKind::variable},
}};
constexpr std::array<Keyword, 4> go_words{{
    {"func", SymbolKind::function, Body::opaque},
    {"type", SymbolKind::type, Body::opaque},
    {"const", SymbolKind::constant},
    {"var", SymbolKind::variable},
}};
constexpr std::array<Keyword, 10> rust_words{{
    {"fn", SymbolKind::function, Body::opaque},
    {"struct", SymbolKind::struct_type, Body::opaque},
    {"enum", SymbolKind::enum_type, Body::opaque},
    {"union", SymbolKind::union_type, Body::opaque},
    {"trait", SymbolKind::trait, Body::members},
    {"mod", SymbolKind::module, Body::members},
    {"type", SymbolKind::type},
    {"const", SymbolKind::constant},
    {"static", SymbolKind::variable},
    {"macro_rules", SymbolKind::macro, Body::opaque},
}};
constexpr std::array<Keyword, 7> kotlin_words{{
    {"fun", SymbolKind::function, Body::opaque},
    {"class", SymbolKind::class_type, Body::members},
    {"interface", SymbolKind::interface, Body::members},
    {"object", SymbolKind::class_type, Body::members},
    {"typealias", SymbolKind::type},
    {"val", SymbolKind::constant},
    {"var", SymbolKind::variable},
}};
constexpr std::array<Keyword, 11> swift_words{{
    {"func", SymbolKind::function, Body::opaque},
    {"init", SymbolKind::function, Body::opaque},
    {"class", SymbolKind::class_type, Body::members},
    {"actor", SymbolKind::class_type, Body::members},
    {"struct", SymbolKind::struct_type, Body::members},
    {"enum", SymbolKind::enum_type, Body::members},
    {"protocol", SymbolKind::interface, Body::members},
    {"extension", SymbolKind::module, Body::members},
    {"typealias", SymbolKind::type},
    {"let", SymbolKind::constant},
    {"var", SymbolKind::variable},
}};
constexpr std::array<Keyword, 7> php_words{{
    {"function", SymbolKind::function, Body::opaque},
    {"class", SymbolKind::class_type, Body::members},
    {"interface", SymbolKind::interface, Body::members},
    {"trait", SymbolKind::trait, Body::members},
    {"enum", SymbolKind::enum_type, Body::members},
    {"namespace", SymbolKind::module, Body::members},
    {"const", SymbolKind::constant},
}};

}  // namespace

std::span<const Keyword> declaring_words(CodeLanguage language) {
    switch (language) {
        case CodeLanguage::go: return go_words;
        case CodeLanguage::rust: return rust_words;
        case CodeLanguage::kotlin: return kotlin_words;
        case CodeLanguage::swift: return swift_words;
        case CodeLanguage::php: return php_words;
        default: return script_words;
    }
}

bool is_modifier(std::string_view word) {
    constexpr std::array<std::string_view, 38> words{
        "export", "default",  "declare",   "abstract", "async",       "public",   "private",     "protected",
        "static", "readonly", "override",  "accessor", "pub",         "unsafe",   "extern",      "crate",
        "open",   "internal", "data",      "sealed",   "inline",      "suspend",  "operator",    "infix",
        "final",  "lateinit", "tailrec",   "external", "annotation",  "mutating", "fileprivate", "lazy",
        "weak",   "dynamic",  "companion", "indirect", "convenience", "required"};
    return std::ranges::find(words, word) != words.end();
}

bool goes_on_with(std::string_view word) {
    constexpr std::array<std::string_view, 11> words{"extends", "implements", "where", "with", "as",        "from",
                                                     "of",      "in",         "is",    "by",   "instanceof"};
    return std::ranges::find(words, word) != words.end();
}

std::optional<SymbolKind> type_word(std::string_view word) {
    if (word == "class" || word == "record") return SymbolKind::class_type;
    if (word == "struct") return SymbolKind::struct_type;
    if (word == "union") return SymbolKind::union_type;
    if (word == "enum") return SymbolKind::enum_type;
    if (word == "interface") return SymbolKind::interface;
    return std::nullopt;
}

bool is_type_modifier(std::string_view word) {
    constexpr std::array<std::string_view, 33> words{
        "public",    "private",      "protected", "internal",  "static",      "final",    "abstract",
        "virtual",   "override",     "sealed",    "async",     "unsafe",      "extern",   "inline",
        "constexpr", "consteval",    "constinit", "explicit",  "friend",      "readonly", "partial",
        "volatile",  "synchronized", "native",    "default",   "strictfp",    "export",   "transient",
        "mutable",   "required",     "register",  "_Noreturn", "thread_local"};
    return std::ranges::find(words, word) != words.end();
}

bool is_no_name(std::string_view word) {
    constexpr std::array<std::string_view, 20> words{
        "if",   "while", "for",  "switch", "return",        "sizeof",   "catch",   "new",      "delete",   "throw",
        "else", "do",    "case", "using",  "static_assert", "decltype", "alignas", "requires", "noexcept", "typeof"};
    return std::ranges::find(words, word) != words.end();
}

}  // namespace hm
