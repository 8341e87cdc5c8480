// Import: takes an exported directory, or the files of the first HiveMind, into the store. One command of the bus:
// a person's alone, one transaction, one event with before-images. Nothing in the directory is changed but
// graph/orphans.json of an export, which gets what had to be set aside.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/actor.h"
#include "app/workspace.h"
#include "store/node_import.h"

namespace hm {

struct ImportReport {
    ImportCounts counts;
    std::vector<std::string> files;      // that were read, below the directory
    std::vector<std::string> notes;      // what a person should know, in sentences
    std::vector<std::string> set_aside;  // "task 0193…: why"; the first few
    std::int64_t settings = 0;           // that were set
};

HM_ENUM(ImportMode, real, dry_run)

Result<ImportReport> import_files(Workspace& workspace, const Actor& actor, const std::filesystem::path& directory,
                                  ImportMode mode);

std::string import_sentence(const ImportReport& report, ImportMode mode);

}  // namespace hm
