// Files that changed while no recorded call changed them: by a person, or past the gate. Protected and locked files are
// looked at after every call, the whole tree when a session rests or ends, and by the doctor.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/workspace.h"
#include "base/deadline.h"
#include "base/enum_names.h"
#include "store/records.h"

namespace hm {

HM_ENUM(FileChangeKind, changed, made, gone)

struct OutsideChange {
    std::string path;
    FileChangeKind kind = FileChangeKind::changed;
    bool is_protected = false;
    bool is_locked = false;
};

// At most 64 files are looked at. The first look finds nothing: there is nothing to compare with.
Result<std::vector<OutsideChange>> changed_watched_files(Workspace& workspace);

// What changed in the tree since the last look and was made by no recorded call: neither named by one, nor written
// while a shell command ran. At most 200.
Result<std::vector<OutsideChange>> changed_tree_files(Workspace& workspace, Deadline deadline, BadRows& bad);

// Takes the tree as it is for what later looks are compared with, unless one was taken before.
Result<void> begin_watching_tree(Workspace& workspace, Deadline deadline);

// "changed outside recorded calls (a person, or a bypass): a.ts, b.ts and 3 more"
std::string outside_text(const std::vector<OutsideChange>& changes);

// Protected and locked files matter more.
bool is_grave(const std::vector<OutsideChange>& changes);

}  // namespace hm
