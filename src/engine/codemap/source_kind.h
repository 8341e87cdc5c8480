// What a file is by its name: its language and the few traits of a dialect that the lexer must know. Pure.
//
// To add a language: 1. its word in domain/code_file.h; 2. its endings in source_kind.cc; 3. what differs in its
// strings and comments in lexer.cc and literals.cc; 4. how it declares: a line in keyword_declarations.cc, or a reader
// of its own.
#pragma once

#include <optional>
#include <string_view>

#include "domain/code_file.h"

namespace hm {

struct SourceKind {
    CodeLanguage language = CodeLanguage::c;
    bool has_jsx = false;
    bool is_header = false;  // of C or C++: what it declares is for others
};

// Nothing for a file that is not mapped. `path` may hold folders.
std::optional<SourceKind> source_kind(std::string_view path);

// Whether the path is that of a test, by the habits of its language.
bool is_test_path(std::string_view path);

}  // namespace hm
