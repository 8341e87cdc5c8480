// Which files need which: the imports of all files resolved, seen from both ends, and the circles in them. Pure.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "domain/code_file.h"
#include "engine/codemap/resolve_imports.h"

namespace hm {

struct ImportEdge {
    std::int64_t line = 0;
    std::string given;
    std::vector<std::string> files;  // of the project; empty for what comes from elsewhere
};

struct CodeGraph {
    std::map<std::string, std::vector<ImportEdge>> imports;   // by file
    std::map<std::string, std::set<std::string>> dependents;  // by file: who imports it
    std::map<std::string, std::set<std::string>> elsewhere;   // what is not of the project → who imports it
};

struct ImportOfFile {
    std::string_view path;
    CodeLanguage language;
    const CodeImport* import;
};
CodeGraph build_graph(const std::vector<ImportOfFile>& imports, const ImportResolver& resolver);

// For each group of files that need each other a shortest circle, from its first file back to it. At most `most`.
std::vector<std::vector<std::string>> circles_in(const CodeGraph& graph, std::size_t most);

// "react" of "react/jsx-runtime", "@a/b" of "@a/b/c", "numpy" of "numpy.linalg import x": what is asked for elsewhere.
std::string package_named(CodeLanguage language, std::string_view given);

// What changed in the code: files, and what they give to others. Pure.

struct ChangedExport {
    std::string path;
    CodeSymbol symbol;   // as it is now; as it was when it is gone
    std::string before;  // its signature before, when that changed
};

struct CodeDiff {
    std::vector<std::string> files_added;
    std::vector<std::string> files_removed;
    std::vector<std::string> files_changed;
    std::vector<ChangedExport> exports_added;
    std::vector<ChangedExport> exports_removed;
    std::vector<ChangedExport> exports_changed;
};

CodeDiff diff_code(const std::vector<ChangedCodeFile>& files);

}  // namespace hm
