#include "app/facts/load_blockers.h"

#include "store/sql/awaited.h"

namespace hm {

Result<std::vector<Blocker>> load_blockers(Connection& connection, const Id& task_id) {
    HM_TRY_ASSIGN(const std::vector<Awaited> awaited, awaited_by(connection, task_id));
    return blockers_among(awaited);
}

}  // namespace hm
