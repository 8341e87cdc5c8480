// What care for the store leaves in the trail: chain.break for a reference that leads nowhere, files.changed_outside
// for files that no recorded call changed, doctor.fix for every repair, backup.restore when a copy took its place.
#pragma once

#include <string_view>
#include <vector>

#include "app/outside_changes.h"
#include "app/workspace.h"
#include "store/dangling.h"

namespace hm {

// Each break once, however often the doctor meets it.
Result<void> record_chain_breaks(const std::vector<DanglingReference>& dangling, Workspace& workspace);
Result<void> record_chain_break(Transaction& transaction, const DanglingReference& reference, Workspace& workspace);

// Records a repair with the changes the transaction has noted for it, and begins a new list of them.
Result<void> record_fix(Transaction& transaction, std::string_view done, std::string_view subject_id,
                        json::object facts, Workspace& workspace);

// Files that the doctor found changed; the next look compares with what it saw, so each change is recorded once.
Result<void> record_outside_changes(const std::vector<OutsideChange>& changes, Workspace& workspace);

Result<void> record_restore(Transaction& transaction, std::string_view backup, std::string_view aside,
                            Workspace& workspace);

}  // namespace hm
