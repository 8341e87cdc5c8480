// Reading and writing whole records, the same way for every noun. Writes note what the record was before,
// so that a command can be undone. A stored row that its type refuses is left out of the answer and named
// in BadRows; it never stops a read.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/fields.h"
#include "base/result.h"
#include "store/sqlite/transaction.h"

namespace hm {

struct BadRow {
    std::string table;
    std::string id;
    std::string reason;
};
using BadRows = std::vector<BadRow>;

// A new record. One whose status its lifecycle does not begin with is refused.
template <class Record>
Result<void> insert(Transaction& transaction, const Record& record);

// REQUIRES: a record of that id is there. A status change that its lifecycle lacks is refused.
template <class Record>
Result<void> update(Transaction& transaction, const Record& record);

// Puts the record in as it is, over what is there. For records that had their life elsewhere or earlier: import,
// undo. The lifecycle is not asked.
template <class Record>
Result<void> put(Transaction& transaction, const Record& record);

// Nothing when there is no such id, or when its row is bad.
template <class Record>
Result<std::optional<Record>> find(Connection& connection, const Id& id, BadRows& bad);

HM_ENUM(Archived, left_out, shown)

struct ListFilter {
    std::string status = {};    // empty: any
    std::optional<Id> of = {};  // only records that name this one
    Archived archived = Archived::left_out;
    std::int64_t limit = 50;
};

// Newest first.
template <class Record>
Result<std::vector<Record>> list_records(Connection& connection, const ListFilter& filter, BadRows& bad);

}  // namespace hm
