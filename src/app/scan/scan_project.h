// A scan of the project: what it is beside its code, against what the last scan saw. The answer is made from the files
// as they are; what was read of them is kept in the code map's file, so that the next scan reads only what changed.
// Without that file, or with one that cannot be written, a scan answers all the same. The store is not touched.
#pragma once

#include "app/workspace.h"
#include "base/deadline.h"
#include "engine/scan/drift.h"

namespace hm {

// full: everything is read anew; incremental: only what changed; look: the same, and the last scan stays the last.
HM_ENUM(ScanDepth, full, incremental, look)

struct ProjectScan {
    ProjectMap map;
    Drift drift;                       // since the last scan
    std::optional<ProjectMap> before;  // what that saw
    bool is_kept = false;              // as the last scan
};

// When its time is over before all was read, it keeps what it has read and answers an empty map that is not whole.
ProjectScan scan_project(ScanDepth depth, Deadline deadline, const Workspace& workspace);

}  // namespace hm
