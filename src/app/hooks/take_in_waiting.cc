#include "app/hooks/take_in_waiting.h"

#include <tuple>

#include "store/spool.h"

namespace hm {
namespace {

Result<void> take_in(Workspace& workspace) {
    const ProjectPaths& paths = workspace.store.paths();
    HM_TRY_ASSIGN(const std::size_t waiting, count_spool(paths));
    if (waiting == 0) return {};
    HM_TRY_ASSIGN(Transaction transaction, Transaction::begin(workspace.store.connection(), Durability::process_crash));
    HM_TRY_ASSIGN(const TakenIn taken_in, take_in_spool(transaction, paths, workspace.ids));
    HM_TRY(transaction.commit());
    tidy_spool(taken_in);
    return {};
}

}  // namespace

void take_in_waiting(Workspace& workspace) {
    std::ignore = take_in(workspace);
}

}  // namespace hm
