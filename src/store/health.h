// The health of a store, looked at from inside: what SQLite says of it, rows their types refuse, where it
// lies. Looks only; mending is quarantine_bad_rows().
#pragma once

#include <string>

#include "store/locate.h"
#include "store/records.h"

namespace hm {

// SQLite's own quick_check; "ok", or what it found, shortened.
Result<std::string> quick_check(Connection& connection);

// Rows that name a record which does not exist, each as a bad row.
Result<BadRows> dangling_rows(Connection& connection);

// Reads every record of every noun and names the rows their types refuse.
Result<BadRows> unreadable_rows(Connection& connection);

// Moves the rows into `quarantine` with the reason, so that nothing reads them any more and nothing is lost.
Result<std::size_t> quarantine_bad_rows(Transaction& transaction, const BadRows& rows, Time now);

// The kind of file system, when it is one that SQLite's log cannot live on ("nfs"); else "".
std::string unfit_file_system(const ProjectPaths& paths);

// Files and directories of the store that others than their owner can read or write.
std::vector<std::string> too_open_files(const ProjectPaths& paths);
void close_to_others(const ProjectPaths& paths);

}  // namespace hm
