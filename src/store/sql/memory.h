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

// The number of the memory that replaced this one, if one did; of several, the one that somebody let be used.
Result<std::optional<std::int64_t>> replacement_of_memory(Connection& connection, std::string_view id);
// All that name it as what they supersede, whatever became of them.
Result<std::vector<Memory>> replacements_of_memory(Connection& connection, const Id& id, BadRows& bad);

// How often somebody kept this one, as far back as the trail goes.
Result<std::int64_t> count_saves(Connection& connection, const Id& id);

Result<std::int64_t> count_memories(Connection& connection);

// Those that are not archived, by their stored trust.
Result<std::vector<std::pair<std::string, std::int64_t>>> count_memories_by_trust(Connection& connection);

}  // namespace hm
