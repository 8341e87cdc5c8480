// Export: the store as JSON files that can live in git. Everything is read in one snapshot; every file is replaced at
// once; the same store gives the same bytes. Events stay in the store: they are the trail of this machine.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "app/workspace.h"
#include "store/records.h"

namespace hm {

struct ExportedFile {
    std::string file;  // below the chosen directory
    std::int64_t nodes = 0;
    std::uint64_t bytes = 0;
    std::string sha256;
};

struct ExportReport {
    std::vector<ExportedFile> files;
    std::vector<std::string> removed;  // of an earlier export, no longer needed
    BadRows bad;                       // left out: their types refuse them
};

Result<ExportReport> export_files(Workspace& workspace, const std::filesystem::path& directory);

}  // namespace hm
