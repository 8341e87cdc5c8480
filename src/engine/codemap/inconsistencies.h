// Where the code and what is said about it do not agree. Every finding names its file and line and what shows it; what
// cannot be told for certain is not told. Pure.
//
// To add a kind: 1. its word in InconsistencyKind; 2. a function here that adds to the findings; 3. its call in
// app/project/code_graph.cc.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/fields.h"
#include "engine/codemap/graph.h"
#include "engine/codemap/source_kind.h"

namespace hm {

// The surest and gravest first. missing_import: a file that is named by its path is not there. doc_parameters: the
// parameters that are documented are not those that are taken. comment_names: a
// comment names what is nowhere. orphan_export: no other file has its name.
HM_ENUM(InconsistencyKind, missing_import, doc_parameters, comment_names, orphan_export)

struct Inconsistency {
    InconsistencyKind kind = InconsistencyKind::missing_import;
    std::string path;
    std::int64_t line = 0;
    std::string name;
    std::string message;
};

// How often a name stands in the code of which files; of some files only.
using WordUses = std::unordered_map<std::string, std::map<std::string, int>>;

// Notes the words of the file's code that are asked for.
void note_words(const SourceKind& kind, std::string_view path, std::string_view source,
                const std::unordered_set<std::string>& asked, WordUses& uses);

// Whether an export would be missed when nobody uses it: not those of entry points, tests and scripts.
bool may_be_orphan(const FoundSymbol& symbol, CodeLanguage language);
// `declared_in` are the files that declare the name.
bool is_orphan(const FoundSymbol& symbol, const WordUses& uses, const std::set<std::string>& declared_in);

// The names in backticks or {@link …} that look like the code's own.
std::vector<std::string> names_in_comment(std::string_view content);

// The parameters that a doc comment and a signature do not share; "" when they agree or nothing is documented.
std::string parameter_mismatch(const CodeComment& comment, const CodeSymbol& symbol, CodeLanguage language);

}  // namespace hm
