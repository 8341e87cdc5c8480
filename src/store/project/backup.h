// Backups: whole copies of a store in one file each, made through SQLite's backup interface, so that writers
// go on writing meanwhile. A copy is one state of the store: everything committed before the copy began.
#pragma once

#include <string>
#include <vector>

#include "store/files/locate.h"
#include "store/sqlite/connection.h"

namespace hm {

// Copies the store to a new file, private and synced; it appears under its name when it is whole.
// Fails with conflict when the name is taken. REQUIRES: source is not within a transaction.
Result<void> copy_database(Connection& source, const std::filesystem::path& target);

struct TableCount {
    std::string noun;
    std::int64_t rows = 0;
};

// How many records of every noun a store holds.
Result<std::vector<TableCount>> count_records(Connection& connection);

// The file that `hivemind backup` writes when it is given no name: backups/20261115T203107Z.db
std::filesystem::path backup_name(const ProjectPaths& paths, Time now);
// What an upgrade keeps: backups/before-schema-2-20261115T203107Z.db
std::filesystem::path upgrade_backup_name(const ProjectPaths& paths, int schema, Time now);

// All databases in backups/, oldest first.
std::vector<std::filesystem::path> list_backups(const ProjectPaths& paths);

// Removes the oldest files that have the form of backup_name() until `keep` are left; answers which. Never `newest`.
// REQUIRES: keep is at least 1.
std::vector<std::filesystem::path> prune_backups(const ProjectPaths& paths, std::size_t keep,
                                                 const std::filesystem::path& newest);

// Refuses a file that is not a sound store of this program's schema or an older one. Only looks at it.
Result<void> check_backup(const std::filesystem::path& file, Deadline deadline);

}  // namespace hm
