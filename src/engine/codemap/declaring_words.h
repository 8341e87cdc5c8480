// The words by which JavaScript, TypeScript, Go, Rust, Kotlin, Swift and PHP declare, and those around them.
#pragma once

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

}  // namespace hm
