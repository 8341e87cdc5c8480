// Copies of a whole project's store, and putting one back in its place.
#pragma once

#include <optional>

#include "app/workspace.h"
#include "base/json.h"

namespace hm {

struct BackupMade {
    std::filesystem::path path;
    std::uintmax_t bytes = 0;
    json::object counts;  // records of each noun in the copy
    std::vector<std::string> removed;
};

// Copies the store, which SQLite must find sound, to `target`, or into .hivemind/backups. `keep` bounds how many
// copies stay there. Nothing is written over.
Result<BackupMade> make_backup(const std::optional<std::filesystem::path>& target, std::optional<std::size_t> keep,
                               Workspace& workspace);

// Puts a copy in the place of the store of the project that `directory` belongs to; answers where that is kept.
// REQUIRES: this process has the store not open.
Result<std::filesystem::path> restore_project(const std::filesystem::path& backup,
                                              const std::filesystem::path& directory, Clock& clock, IdSource& ids,
                                              Deadline deadline);

}  // namespace hm
