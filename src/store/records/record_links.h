// The links between records, for any noun: what a record names, and who names it. Read from the field lists, which
// the schema's foreign keys follow; only fields that hold ids count, never a text that looks like one.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/fields.h"
#include "store/files/locate.h"
#include "store/records/any_record.h"
#include "store/records/records.h"

namespace hm {

HM_ENUM(Need, optional, required)

// One id that a record names.
struct Link {
    std::string field;  // "parent_phase_id", "source.task_id", "depends_on"
    Id id;
    Need need = Need::optional;  // required: the record cannot be without it
};

// REQUIRES: the record has the form of the shape.
std::vector<Link> links_of(const json::object& record, const Shape& shape);

// The record without what it says of that id. Fields that are required stay.
json::object without_links_to(json::object record, const Shape& shape, const Id& id);

// A record that names another one.
struct Naming {
    const AnyNoun* noun = nullptr;
    Id id;
    json::object record;
    std::string field;  // the first that names it
    Need need = Need::optional;
};

// Who names that record, by noun, the newest first; at most `limit` of each noun.
Result<std::vector<Naming>> records_naming(Connection& connection, const Id& id, Archived archived, std::int64_t limit,
                                           BadRows& bad);

// Dangling references: rows that name a record which does not exist. Foreign keys keep them out; they come from
// somebody's SQL shell, from a recovered store or from an upgrade that binds what was free before.

// What holds the reference decides what is certain: an optional field can be empty, a list can lose the entry, a record
// cannot be without a field it needs.
HM_ENUM(ReferencePlace, optional_field, needed_field, list_entry)

struct DanglingReference {
    ReferencePlace place = ReferencePlace::optional_field;
    std::string table;
    std::string column;
    std::string parent;               // the table that lacks the record
    std::string value;                // the id that leads nowhere
    std::string noun;                 // of the record it belongs to; the table's name when it belongs to none
    std::string id;                   // of that record
    std::vector<std::string> key;     // the primary key of its row, column after column
    std::vector<std::string> values;  // and what stands there
};

// At most `limit` of each column.
Result<std::vector<DanglingReference>> find_dangling(Connection& connection, std::int64_t limit);

// "origin_task_id names a record of tasks that does not exist"
std::string describe(const DanglingReference& reference);

// Empties the field, or moves the list entry or the whole record to quarantine. What the record was before is noted
// in the transaction's changes. Answers what was done.
Result<std::string> mend_dangling(Transaction& transaction, const DanglingReference& reference, Time now);

// Purging: a record is removed for good, with everything that holds its text: its row and lists, the full-text index,
// before-images, the payload of its events, quarantine, the spool. Its events stay as bare lines of the trail. Copies
// of the store, such as backups, are not touched; copies_of_store() names them.

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
