// Dangling references: rows that name a record which does not exist. Foreign keys keep them out; they come from
// somebody's SQL shell, from a recovered store or from an upgrade that binds what was free before.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/enum_names.h"
#include "store/records.h"

namespace hm {

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

}  // namespace hm
