// Purging: a record is removed for good, with everything that holds its text: its row and lists, the full-text index,
// before-images, the payload of its events, quarantine, the spool. Its events stay as bare lines of the trail. Copies
// of the store, such as backups, are not touched; copies_of_store() names them.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "store/any_record.h"
#include "store/locate.h"

namespace hm {

// How many rows were removed, by table.
using RemovedRows = std::map<std::string, std::int64_t>;

// True when anything in the store is kept under that id, be it only in quarantine or as a before-image.
Result<bool> holds_anything_of(Connection& connection, const Id& id);

// Removes the records. What freed pages and the log still hold is overwritten by scrub() afterwards.
// REQUIRES: no other record needs one of them, or the transaction cannot be committed.
Result<RemovedRows> remove_for_good(Transaction& transaction, const std::set<Id>& ids);

// Writes the whole store anew and empties the log, so that no byte of what was removed is left in its files. Waits for
// other readers and writers until the deadline. REQUIRES: no transaction is open on the connection.
Result<void> scrub(Connection& connection, Deadline deadline);

// Removes the files of the spool that hold one of the ids; answers how many.
std::size_t purge_spool(const ProjectPaths& paths, const std::set<Id>& ids);

// Files beside the store that hold its earlier states.
std::vector<std::string> copies_of_store(const ProjectPaths& paths);

}  // namespace hm
