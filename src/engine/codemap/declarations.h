// The words by which languages declare, and those around them.
#pragma once

#include <optional>
#include <span>

#include "domain/code_file.h"

namespace hm {

// What the braces behind a declaration hold: nothing, further declarations, or what is not looked at.
enum class Body { none, members, opaque };

struct Keyword {
    std::string_view word;
    SymbolKind kind;
    Body body = Body::none;
};

std::span<const Keyword> declaring_words(CodeLanguage language);

bool is_modifier(std::string_view word);

// Whether a statement goes on with the word when it begins a line.
bool goes_on_with(std::string_view word);

// Of C, C++, Java and C#: class, struct, record and the like.
std::optional<SymbolKind> type_word(std::string_view word);
bool is_type_modifier(std::string_view word);
// Words before a parenthesis that are no name of a function.
bool is_no_name(std::string_view word);

}  // namespace hm
