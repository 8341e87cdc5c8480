// What the files that tasks in hand hold declare, from the code map. A bonus: without a map, or when it is held by
// another, there is nothing, and the pack goes out without it.
#pragma once

#include "app/workspace.h"
#include "engine/pack/facts.h"

namespace hm {

// At most three files. One that changed since it was mapped is read again.
std::vector<LockedFile> load_locked_code(const std::vector<TaskAtHead>& tasks, Workspace& workspace);

}  // namespace hm
