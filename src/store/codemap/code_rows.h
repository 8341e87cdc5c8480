// The rows of the code map: a file with what it declares, imports and says. A file is written whole or not at all.
// Reads are bounded by the map, which is bounded by the scan.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/time.h"
#include "domain/code_file.h"
#include "store/codemap/term_index.h"
#include "store/files/project_files.h"
#include "store/sqlite/transaction.h"

namespace hm {

struct MappedFile {
    std::string path;                      // below the project's root
    std::optional<CodeLanguage> language;  // none: text that can be searched, such as a document
    SeenFile seen;     // changed_ns is 0 when it was read so soon after a change that another could hide behind it
    std::string hash;  // as git names its content
    std::int64_t lines = 0;
    std::string skipped;  // why nothing was taken from it; empty when it was read
    Time scanned_at;
};

// All files of the map that are still there, by their paths.
Result<std::map<std::string, MappedFile>> mapped_files(Connection& codemap);
Result<std::optional<MappedFile>> mapped_file(Connection& codemap, std::string_view path);

// Over what is there.
Result<void> put_mapped_file(Transaction& transaction, const MappedFile& file, const CodeFile& code,
                             const FileTerms& terms);
// The content is as it was; only how the file looks has changed.
Result<void> put_look(Transaction& transaction, const MappedFile& file);
// It stays known until the next scan that was asked for.
Result<void> mark_gone(Transaction& transaction, std::string_view path);

// What the file declares, imports and says.
Result<CodeFile> read_code(Connection& codemap, std::string_view path);

// In the order of paths and lines.
Result<std::vector<FoundComment>> comments_of_kind(Connection& codemap, CodeCommentKind kind);
Result<std::vector<FoundSymbol>> exported_symbols(Connection& codemap);
Result<std::vector<FoundImport>> all_imports(Connection& codemap);
Result<std::vector<FoundSymbol>> symbols_named(Connection& codemap, std::string_view name, std::int64_t limit);

// For asking the search index: files by their numbers there.
struct NumberedFile {
    std::int64_t id = 0;
    std::string path;
};
Result<std::vector<NumberedFile>> files_with_stem(Connection& codemap, std::string_view stem, std::int64_t limit);
Result<std::string> path_of_file(Connection& codemap, std::int64_t id);
// Declarations and comments alone.
Result<CodeFile> code_of_file(Connection& codemap, std::int64_t id);
struct NumberedSymbol {
    std::int64_t file_id = 0;
    CodeSymbol symbol;
};
Result<std::vector<NumberedSymbol>> declarations_of_name(Connection& codemap, std::string_view name,
                                                         std::int64_t limit);

// Against the last scan that was asked for.
Result<std::vector<ChangedCodeFile>> changed_since_scan(Connection& codemap);
// From now on changes are counted from here.
Result<void> take_as_base(Transaction& transaction, Time now);

struct CodeTotals {
    std::int64_t comments = 0;
    std::int64_t todos = 0;  // todo, fixme and hack
    std::int64_t symbols = 0;
    std::int64_t exports = 0;
    std::int64_t imports = 0;
};
Result<CodeTotals> count_code(Connection& codemap);

// Facts about the map as a whole, such as when it was last scanned.
Result<std::optional<std::string>> codemap_fact(Connection& codemap, std::string_view name);
Result<void> put_codemap_fact(Transaction& transaction, std::string_view name, std::string_view value);

inline constexpr std::string_view last_look_fact = "last_look_at";  // every file was looked at; epoch milliseconds
inline constexpr std::string_view last_scan_fact = "last_scan_at";  // asked for and complete; epoch milliseconds

}  // namespace hm
