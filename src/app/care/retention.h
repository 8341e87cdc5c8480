// Keeps the store from growing without end: old events that only tell what was seen go to .hivemind/archive, a few at a
// time, when a turn ends. What undo, a chain or open work needs stays.
#pragma once

#include "app/command/workspace.h"

namespace hm {

// How many went, at most a few hundred. Costs one look by key when there is nothing to do; when the store is held it is
// left to the next time.
Result<std::size_t> archive_old_events(Duration kept_for, Workspace& workspace);

// The same until nothing is left, from the beginning of the trail: also what was still needed at the first look.
std::size_t archive_all_old_events(Duration kept_for, Workspace& workspace);

}  // namespace hm
