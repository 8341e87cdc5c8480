// Replacing a store: what was there is copied to the folder `aside` beside it and never deleted, then another database
// takes its place by one rename.
#pragma once

#include <vector>

#include "store/files/locate.h"
#include "store/sqlite/exclusive_hold.h"

namespace hm {

// Copies the database and its log, byte for byte and synced, into a new directory. The copying is done by a process
// that holds no connection: opening the file outside SQLite would cancel the locks of one that does.
Result<void> copy_files(const ProjectPaths& paths, const std::filesystem::path& directory);

// Copies the store to aside/<time>, and answers where that is.
Result<std::filesystem::path> set_aside(const ProjectPaths& paths, Time now, const ExclusiveHold& hold);

// Puts a whole, closed database in the store's place and records it as this user's. REQUIRES: what was there is set
// aside, and a person asked for it or the store that was there was trusted.
Result<void> put_in_stores_place(const std::filesystem::path& made, const ProjectPaths& paths, Time now,
                                 const ExclusiveHold& hold);

// Puts a checked copy in the store's place; answers where the store that was there lies now.
Result<std::filesystem::path> restore_backup(const std::filesystem::path& backup, const ProjectPaths& paths,
                                             Deadline deadline, Time now);

// What lies in aside, by name.
std::vector<std::filesystem::path> list_aside(const ProjectPaths& paths);

// Files that a killed process left half made.
std::vector<std::filesystem::path> left_over_files(const ProjectPaths& paths);

}  // namespace hm
