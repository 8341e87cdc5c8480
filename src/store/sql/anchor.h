// Queries about anchors.
#pragma once

#include "domain/anchor.h"
#include "store/records.h"

namespace hm {

// The current version under the key, if there is one.
Result<std::optional<Anchor>> find_anchor(Connection& connection, const AnchorKey& key, BadRows& bad);

// All current anchors, critical ones first, then the newest.
Result<std::vector<Anchor>> current_anchors(Connection& connection, std::int64_t limit, BadRows& bad);

// All that are critical and pinned now.
Result<std::vector<Anchor>> critical_anchors(Connection& connection, BadRows& bad);

// Keys of current anchors that were made for a task: they name it, or its session saved them since it began.
Result<std::vector<std::string>> anchor_keys_of_task(Connection& connection, const Id& task_id,
                                                     const std::optional<Id>& session_id, Time since);

}  // namespace hm
