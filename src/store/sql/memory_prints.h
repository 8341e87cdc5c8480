// The prints of the memories' texts as they are kept: written with every memory, filled in for older ones. What can be
// searched for is kept together with them: a memory without prints is not in the search index either.
#pragma once

#include "domain/memory.h"
#include "store/records.h"

namespace hm {

// Keeps the prints and the search words of the memory beside its row; called by every insert and update of one.
Result<void> keep_beside(Transaction& transaction, const Memory& memory);

// How many memories have no prints: those that were written before there were any, or with plain SQL.
Result<std::int64_t> count_missing_prints(Connection& connection);

struct PrintsFilled {
    std::int64_t filled = 0;
    std::optional<std::int64_t> go_on_after;  // for the next call; absent when all were looked at
};

// Looks at the next two thousand memories and gives prints to those that have none.
Result<PrintsFilled> fill_missing_prints(Transaction& transaction, std::int64_t after = 0);

// The same for all memories, and for what else is searched, in transactions short enough for others to write in
// between. Answers how many memories.
Result<std::int64_t> fill_all_missing_prints(Connection& connection);

}  // namespace hm
