#include "adapters/cli/own_changes.h"

#include "app/doctor_events.h"
#include "app/outside_changes.h"

namespace hm::cli {

void record_changes_so_far(Workspace& workspace) {
    constexpr Duration longest_look = milliseconds(250);
    BadRows bad;
    const auto changes = changed_tree_files(workspace, Deadline::in(longest_look), bad);
    if (changes && !changes->empty()) (void)record_outside_changes(*changes, workspace);
}

void watch_from_here(Workspace& workspace) {
    std::error_code error;
    std::filesystem::remove(workspace.store.paths().directory / "seen" / "tree", error);
    (void)begin_watching_tree(workspace);
}

}  // namespace hm::cli
