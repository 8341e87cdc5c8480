#include "store/sql/trajectory.h"

#include "store/record_rows.h"

namespace hm {

HM_STORED_NOUN(Trajectory)

Result<std::optional<Trajectory>> read_head_of(Connection& connection, const std::optional<Id>& session_id,
                                               BadRows& bad) {
    HM_TRY_ASSIGN(auto found,
                  select<Trajectory>(connection, "WHERE coalesce(t.session_id,'')=? AND t.archived_at IS NULL", bad,
                                     std::string_view(session_id ? session_id->text() : "")));
    if (found.empty()) return std::nullopt;
    return std::move(found.front());
}

Result<std::vector<Trajectory>> read_heads_at_task(Connection& connection, const Id& task_id, BadRows& bad) {
    return select<Trajectory>(connection,
                              "WHERE t.id IN (SELECT trajectory_id FROM trajectory_active_task_ids WHERE value=?) "
                              "AND t.archived_at IS NULL LIMIT 100",
                              bad, task_id);
}

Result<std::vector<Trajectory>> read_heads_at_plan(Connection& connection, const Id& plan_id, BadRows& bad) {
    return select<Trajectory>(connection, "WHERE t.active_plan_id=? AND t.archived_at IS NULL LIMIT 1000", bad,
                              plan_id);
}

}  // namespace hm
