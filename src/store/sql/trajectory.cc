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

Result<ReadHeadPlaces> read_head_places(Connection& connection, const std::optional<Id>& session_id) {
    ReadHeadPlaces places;
    HM_TRY_ASSIGN(Statement read, connection.prepare(
                                      "SELECT t.active_plan_id, l.value FROM trajectories t "
                                      "LEFT JOIN trajectory_active_task_ids l ON l.trajectory_id=t.id "
                                      "WHERE t.archived_at IS NULL AND (?1 IS NULL OR t.session_id=?1) "
                                      "ORDER BY t.modified_at DESC LIMIT 1000"));
    read.bind(1, session_id);
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, read.step());
        if (!has_row) return places;
        if (!read.is_null(0)) places.plans.push_back(Id::trusted(std::string(read.text(0))));
        if (!read.is_null(1)) places.tasks.push_back(Id::trusted(std::string(read.text(1))));
    }
}

}  // namespace hm
