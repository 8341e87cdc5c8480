#include "app/retention.h"

#include "store/event_archive.h"
#include "store/sql/old_events.h"

namespace hm {
namespace {

constexpr std::int64_t looked_at_once = 500;
constexpr int most_rounds = 100'000;

struct Step {
    std::size_t archived = 0;
    bool is_last = true;
};

Result<Step> archive_some(Duration kept_for, Workspace& workspace) {
    Connection& connection = workspace.store.connection();
    const ProjectPaths& paths = workspace.store.paths();
    const Time before{workspace.clock.now().ms - kept_for.ms};
    const std::int64_t place = read_archive_place(paths);
    BadRows bad;
    {
        HM_TRY_ASSIGN(const OldEvents first, old_events(connection, place, before, 1, bad));
        if (first.looked_until == place) return Step{};
    }
    HM_TRY_ASSIGN(Transaction transaction, Transaction::begin(connection, Durability::process_crash));
    HM_TRY_ASSIGN(const OldEvents old, old_events(connection, place, before, looked_at_once, bad));
    if (!old.events.empty()) {
        // First on the disk there, then gone here: a crash in between leaves an event twice, never none.
        HM_TRY(append_to_archive(paths, old.events));
        HM_TRY(remove_events(transaction, old.events));
    }
    HM_TRY(transaction.commit());
    keep_archive_place(paths, old.looked_until);
    return Step{old.events.size(), old.has_come_to_young};
}

}  // namespace

Result<std::size_t> archive_old_events(Duration kept_for, Workspace& workspace) {
    HM_TRY_ASSIGN(const Step step, archive_some(kept_for, workspace));
    return step.archived;
}

std::size_t archive_all_old_events(Duration kept_for, Workspace& workspace) {
    std::size_t archived = 0;
    keep_archive_place(workspace.store.paths(), 0);
    for (int i = 0; i < most_rounds; ++i) {
        const auto step = archive_some(kept_for, workspace);
        if (!step) break;
        archived += step->archived;
        if (step->is_last) break;
    }
    return archived;
}

}  // namespace hm
