// The code map in words, and as the data that --json prints.
#pragma once

#include <string>

#include "base/json.h"
#include "domain/code_file.h"
#include "engine/codemap/graph.h"
#include "engine/codemap/inconsistencies.h"
#include "engine/codemap/match_symbols.h"
#include "engine/codemap/rank_files.h"

namespace hm {

json::object comment_json(const CodeComment& comment);
json::object symbol_json(const CodeSymbol& symbol);

// "src/a.ts:12 todo TODO: … (in run)"
std::string comment_line(const FoundComment& found);

// "+ src/a.ts:3 function run: export function run(a)"
std::string diff_text(const CodeDiff& diff, std::size_t most);
json::object diff_json(const CodeDiff& diff, std::size_t most);

// What a file declares, line by line, members indented; exported ones are marked. At most `most` characters.
std::string skeleton_text(const std::vector<CodeSymbol>& symbols, std::size_t most);

// The names of what is for others, in one line.
std::string exported_names(const std::vector<CodeSymbol>& symbols, std::size_t most);

// "src/retry.py:40-62 def backoff(attempt) — declares: backoff; says: delay". `lines` where no declaration is meant.
std::string found_file_text(const FoundFile& file, const CodeLines& lines);
json::object found_file_json(const FoundFile& file, const CodeLines& lines);

// The skeleton with the lines of each declaration and the first words of what documents it.
std::string outline_text(std::string_view path, const CodeFile& code);

std::string inconsistency_line(const Inconsistency& found);
json::object inconsistency_json(const Inconsistency& found);

// "a.ts → b.ts → a.ts"
std::string circle_line(const std::vector<std::string>& circle);

}  // namespace hm
