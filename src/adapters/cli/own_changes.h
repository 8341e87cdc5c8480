// What this program itself changes in the files of a project, such as a client's settings, is no change of others: the
// view of the tree is taken anew behind it.
#pragma once

#include "app/workspace.h"

namespace hm::cli {

// Before: what others changed until now is kept in the trail.
void record_changes_so_far(Workspace& workspace);

// Behind everything that was written.
void watch_from_here(Workspace& workspace);

}  // namespace hm::cli
