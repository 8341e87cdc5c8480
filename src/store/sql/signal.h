// Queries about signals.
#pragma once

#include "domain/signal.h"
#include "store/records.h"

namespace hm {

// The signals of a session that still hold, worst first, then the newest; at most `limit`.
Result<std::vector<Signal>> open_signals(Connection& connection, const Id& session_id, std::int64_t limit,
                                         BadRows& bad);

}  // namespace hm
