// Queries about memories.
#pragma once

#include "domain/memory.h"
#include "domain/memory_prints.h"
#include "store/records.h"

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

Result<std::int64_t> count_memories(Connection& connection);

}  // namespace hm
