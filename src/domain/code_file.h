// What the code map knows of one source file: its comments, what it declares and gives to others, and what it imports.
// Derived from the file alone, so it can be thrown away and made again. Lines count from 1.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/fields.h"

namespace hm {

HM_ENUM(CodeLanguage, c, cpp, java, csharp, go, rust, javascript, typescript, php, kotlin, swift, python, ruby, shell)

// The words that are kept and printed are partly C++'s own, so this list and the next stand twice.
enum class CodeCommentKind { doc, inline_comment, todo, fixme, hack, note };
constexpr std::string_view enum_list(CodeCommentKind*) {
    return "doc, inline, todo, fixme, hack, note";
}

enum class SymbolKind {
    function,
    method,
    class_type,
    interface,
    struct_type,
    enum_type,
    union_type,
    trait,
    type,
    module,
    macro,
    constant,
    variable
};
constexpr std::string_view enum_list(SymbolKind*) {
    return "function, method, class, interface, struct, enum, union, trait, type, module, macro, constant, variable";
}

struct CodeComment {
    std::int64_t line = 0;
    CodeCommentKind kind = CodeCommentKind::inline_comment;
    std::string content;  // without the marks of a comment; at most 500 characters
    std::string related;  // the declaration it stands before or in; may be empty
    bool operator==(const CodeComment&) const = default;
};

struct CodeSymbol {
    std::int64_t line = 0;
    std::string name;
    SymbolKind kind = SymbolKind::function;
    std::string signature;  // in one line, without its body; at most 300 characters
    std::string within;     // the class or module around it; may be empty
    bool is_exported = false;
    std::int64_t end_line = 0;  // the last of its body; its own line when it has none
    bool operator==(const CodeSymbol&) const = default;
};

struct CodeImport {
    std::int64_t line = 0;
    std::string given;  // as the file names it: "./a", "pkg/sub", "<vector>"
    bool operator==(const CodeImport&) const = default;
};

struct CodeFile {
    CodeLanguage language = CodeLanguage::c;
    std::int64_t lines = 0;
    std::vector<CodeComment> comments;
    std::vector<CodeSymbol> symbols;
    std::vector<CodeImport> imports;
};

struct FoundComment {
    std::string path;
    CodeComment comment;
};
struct FoundSymbol {
    std::string path;
    CodeSymbol symbol;
};
struct FoundImport {
    std::string path;
    CodeImport import;
};

// A file that differs from how it was; a side is nothing where the file was not there.
struct ChangedCodeFile {
    std::string path;
    std::optional<std::vector<CodeSymbol>> before;  // what it exported
    std::optional<std::vector<CodeSymbol>> now;
};

// What of a file can be searched for: its words as numbers, and how often they stand where.

using Term = std::uint32_t;

// How often a file holds a term, each up to what its bits hold.
struct TermCount {
    Term term = 0;
    std::uint8_t body = 0;      // anywhere
    std::uint8_t names = 0;     // in what it declares: 3
    std::uint8_t path = 0;      // in its path: 1
    std::uint8_t comments = 0;  // in its comments: 31
    bool operator==(const TermCount&) const = default;
};

// What a file is to somebody who looks for where something is done.
HM_ENUM(CodeRole, source, test, document, made)

struct FileTerms {
    std::int64_t length = 0;  // words in it
    CodeRole role = CodeRole::source;
    std::vector<TermCount> terms;  // in order, each once
};

}  // namespace hm
