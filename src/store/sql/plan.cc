#include "store/sql/plan.h"

#include "store/record_rows.h"

namespace hm {

HM_STORED_NOUN(Plan)

Result<std::vector<Plan>> open_plans(Connection& connection, std::int64_t limit, BadRows& bad) {
    return select<Plan>(connection,
                        "WHERE t.status IN ('draft','active') AND t.archived_at IS NULL "
                        "ORDER BY t.modified_at DESC, t.id DESC LIMIT ?",
                        bad, limit);
}

Result<std::vector<Plan>> abandoned_plans_before(Connection& connection, Time before, std::int64_t limit,
                                                 BadRows& bad) {
    return select<Plan>(connection,
                        "WHERE t.status='abandoned' AND t.modified_at<? AND t.purged_at IS NULL "
                        "ORDER BY t.modified_at LIMIT ?",
                        bad, before, limit);
}

Result<std::optional<Plan>> plan_of_task(Connection& connection, const Id& task_id, BadRows& bad) {
    // As in awaited.cc, the order of the tables is not left to SQLite.
    HM_TRY_ASSIGN(auto found,
                  select<Plan>(connection,
                               "WHERE t.id=(WITH RECURSIVE line(id, depth) AS (SELECT ?1, 0 UNION ALL "
                               "SELECT x.parent_task_id, depth + 1 FROM line CROSS JOIN tasks x ON x.id=line.id "
                               "WHERE x.parent_task_id IS NOT NULL AND depth < 16) "
                               "SELECT p.parent_plan_id FROM line CROSS JOIN tasks x ON x.id=line.id "
                               "CROSS JOIN phases p ON p.id=x.parent_phase_id ORDER BY depth LIMIT 1)",
                               bad, task_id));
    if (found.empty()) return std::nullopt;
    return std::move(found.front());
}

}  // namespace hm
