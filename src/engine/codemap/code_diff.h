// What changed in the code: files, and what they give to others. Pure.
#pragma once

#include <string>
#include <vector>

#include "domain/code_file.h"

namespace hm {

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
