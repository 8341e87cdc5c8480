// Queries about swarms.
#pragma once

#include "domain/swarm.h"
#include "store/records.h"

namespace hm {

// Those that were spawned or run, oldest first.
Result<std::vector<Swarm>> open_swarms(Connection& connection, std::int64_t limit, BadRows& bad);

Result<std::optional<Swarm>> swarm_of_child(Connection& connection, const Id& parent_session_id,
                                            const Id& child_session_id, BadRows& bad);

}  // namespace hm
