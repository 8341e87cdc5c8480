// Queries about memories.
#pragma once

#include "domain/fingerprints.h"
#include "domain/memory.h"
#include "store/records/records.h"

namespace hm {

// The newest memories in use; superseded and rejected ones are left out.
Result<std::vector<Memory>> recent_memories(Connection& connection, std::int64_t limit, BadRows& bad);

// The newest of the insights, or of the dead ends, in use.
Result<std::vector<Memory>> memories_of_kind(Connection& connection, MemoryKind kind, std::int64_t limit, BadRows& bad);

Result<std::vector<Memory>> memories_of_task(Connection& connection, const Id& task_id, std::int64_t limit,
                                             BadRows& bad);

// The newest observations in use that nobody has confirmed yet.
Result<std::vector<Memory>> unconfirmed_memories(Connection& connection, std::int64_t limit, BadRows& bad);

// Memories in use that share a print with a text: it may be the same or nearly so, which is the caller's to find
// out. At most eight for each print, the newest first.
Result<std::vector<Memory>> memories_alike(Connection& connection, const MemoryPrints& prints, BadRows& bad);

// The number of the memory that replaced this one, if one did; of several, the one that somebody let be used.
Result<std::optional<std::int64_t>> replacement_of_memory(Connection& connection, std::string_view id);
// All that name it as what they supersede, whatever became of them.
Result<std::vector<Memory>> replacements_of_memory(Connection& connection, const Id& id, BadRows& bad);

// How often somebody kept this one, as far back as the trail goes.
Result<std::int64_t> count_saves(Connection& connection, const Id& id);

Result<std::int64_t> count_memories(Connection& connection);

// Those that are not archived, by their stored trust.
Result<std::vector<std::pair<std::string, std::int64_t>>> count_memories_by_trust(Connection& connection);

// The prints of the memories' texts as they are kept: written with every memory, filled in for older ones. What can be
// searched for is kept together with them: a memory without prints is not in the search index either.

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
