// Reading and writing whole records, the same way for every noun. Writes note what the record was before,
// so that a command can be undone. A stored row that its type refuses is left out of the answer and named
// in BadRows; it never stops a read.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/transaction.h"

namespace hm {

struct BadRow {
    std::string table;
    std::string id;
    std::string reason;
};
using BadRows = std::vector<BadRow>;

template <class Record>
Result<void> insert(Transaction& transaction, const Record& record);

// REQUIRES: a record of that id is there.
template <class Record>
Result<void> update(Transaction& transaction, const Record& record);

// Nothing when there is no such id, or when its row is bad.
template <class Record>
Result<std::optional<Record>> find(Connection& connection, const Id& id, BadRows& bad);

}  // namespace hm
