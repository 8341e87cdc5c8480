// Export and import: the store as JSON files that can live in git, and files of the first implementation.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "app/command/command.h"
#include "app/command/workspace.h"
#include "base/result.h"
#include "store/records/change.h"
#include "store/records/node_import.h"
#include "store/records/records.h"
#include "view/project_text.h"

namespace hm {

// Export: the store as JSON files that can live in git. Everything is read in one snapshot; every file is replaced at
// once; the same store gives the same bytes. Events stay in the store: they are the trail of this machine.

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

// Which files in an exported directory are ours: only those are replaced or removed.

// Refuses a file that is there and that no export made.
Result<void> check_is_ours(const std::filesystem::path& directory, std::string_view file);

// What the manifest of an earlier export says that it made; only paths that an export could have made.
std::vector<std::string> files_of_manifest(const std::filesystem::path& directory);

// Removes those of `before` that are ours and not among `needed`; answers them.
std::vector<std::string> remove_unneeded(const std::filesystem::path& directory, const std::vector<std::string>& before,
                                         const std::vector<std::string>& needed);

// Lets git take the lines of both sides in a merge; an import sorts them out. Left alone when there are rules already.
Result<void> write_merge_rule(const std::filesystem::path& directory);

// A node that was set aside, as a line of graph/orphans.json.
std::string orphan_line(const SetAside& node);

// Import: takes an exported directory, or the files of the first HiveMind, into the store. One command of the bus:
// a person's alone, one transaction, one event with before-images. Nothing in the directory is changed but
// graph/orphans.json of an export, which gets what had to be set aside.

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

// Reads the files of an export into an import, line by line.

// What an import is made of while its files are read.
struct ImportWork {
    Transaction& transaction;
    NodeImport& nodes;
    ImportReport& report;
};

// True when the file was made by an export and is read; false when there is none, or another's.
Result<bool> read_exported_file(ImportWork& work, const std::filesystem::path& directory, std::string_view file);

// A setting that is set here stays; one that its type refuses is set aside.
Result<void> offer_imported_setting(ImportWork& work, std::string_view key, const json::value& value);

// What the first HiveMind or iDumb left in a project. Reads only.
std::vector<OldData> old_data_in(const std::filesystem::path& root);

// Reads the files of the first HiveMind and of iDumb into an import. They are never changed.

Result<void> read_first_implementation(ImportWork& work, const std::filesystem::path& directory);

}  // namespace hm
