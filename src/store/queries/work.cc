// Decisions in the store: only what every noun has, so far.
#include "store/queries/work.h"

#include "domain/decision.h"
#include "store/records/columns.h"

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

HM_STORED_NOUN(Phase)

Result<std::vector<Phase>> phases_of(Connection& connection, const Id& plan_id, BadRows& bad) {
    return select<Phase>(connection,
                         "WHERE t.parent_plan_id=? AND t.archived_at IS NULL ORDER BY t.position, t.id LIMIT 1000", bad,
                         plan_id);
}

Result<bool> has_open_task(Connection& connection, const Id& phase_id) {
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT 1 FROM tasks WHERE parent_phase_id=? AND "
                                                     "status IN ('planned','active','review') AND "
                                                     "archived_at IS NULL LIMIT 1"));
    read.bind(1, phase_id);
    return read.step();
}

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
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT t.active_plan_id, l.value FROM trajectories t "
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

HM_STORED_NOUN(Delegation)

Result<std::vector<Delegation>> open_delegations_of(Connection& connection, const Id& task_id, BadRows& bad) {
    return select<Delegation>(connection,
                              "WHERE t.task_id=? AND t.status IN ('pending','accepted') AND t.archived_at IS NULL "
                              "ORDER BY t.created_at DESC, t.id DESC LIMIT 20",
                              bad, task_id);
}

Result<std::optional<Delegation>> delegation_worked_on(Connection& connection, const Id& session_id, BadRows& bad) {
    HM_TRY_ASSIGN(auto found, select<Delegation>(connection,
                                                 "WHERE t.child_session_id=? AND t.status='accepted' AND "
                                                 "t.archived_at IS NULL ORDER BY t.created_at DESC, t.id DESC LIMIT 1",
                                                 bad, session_id));
    if (found.empty()) return std::nullopt;
    return std::move(found.front());
}

Result<std::vector<Delegation>> delegations_offered_by(Connection& connection, const Id& session_id, BadRows& bad) {
    return select<Delegation>(
        connection,
        "WHERE t.from_session_id=? AND t.status='pending' AND t.archived_at IS NULL ORDER BY t.id "
        "LIMIT 20",
        bad, session_id);
}

Result<std::optional<Delegation>> delegation_recalled_from(Connection& connection, const Id& session_id, BadRows& bad) {
    HM_TRY_ASSIGN(auto found, select<Delegation>(connection,
                                                 "WHERE t.child_session_id=? AND t.archived_at IS NULL "
                                                 "ORDER BY t.created_at DESC, t.id DESC LIMIT 1",
                                                 bad, session_id));
    if (found.empty() || found.front().status != DelegationStatus::recalled) return std::nullopt;
    return std::move(found.front());
}

Result<std::vector<Delegation>> list_delegations(Connection& connection, const std::optional<Id>& task_id,
                                                 std::int64_t limit, BadRows& bad) {
    if (task_id) {
        return select<Delegation>(connection, "WHERE t.task_id=? AND t.archived_at IS NULL ORDER BY t.id DESC LIMIT ?",
                                  bad, *task_id, limit);
    }
    return select<Delegation>(connection, "WHERE t.archived_at IS NULL ORDER BY t.id DESC LIMIT ?", bad, limit);
}

HM_STORED_NOUN(Swarm)

Result<std::vector<Swarm>> open_swarms(Connection& connection, std::int64_t limit, BadRows& bad) {
    return select<Swarm>(connection,
                         "WHERE t.state IN ('spawned','running') AND t.archived_at IS NULL ORDER BY t.id LIMIT ?", bad,
                         limit);
}

Result<std::optional<Swarm>> swarm_of_child(Connection& connection, const Id& parent_session_id,
                                            const Id& child_session_id, BadRows& bad) {
    HM_TRY_ASSIGN(auto found, select<Swarm>(connection,
                                            "WHERE t.parent_session_id=? AND t.child_session_id=? ORDER BY t.id DESC "
                                            "LIMIT 1",
                                            bad, parent_session_id, child_session_id));
    if (found.empty()) return std::nullopt;
    return std::move(found.front());
}

HM_STORED_NOUN(Decision)

HM_STORED_NOUN(Grant)

Result<std::vector<Grant>> grants_in_force(Connection& connection, Time now, BadRows& bad) {
    return select<Grant>(
        connection, "WHERE t.until>? AND t.revoked_at IS NULL AND t.archived_at IS NULL ORDER BY t.until LIMIT 100",
        bad, now);
}

Result<std::int64_t> count_completed_tasks(Connection& connection, const Id& plan_id, std::int64_t limit) {
    HM_TRY_ASSIGN(
        Statement read,
        connection.prepare("SELECT count(*) FROM (SELECT 1 FROM phases p JOIN tasks t ON t.parent_phase_id=p.id "
                           "WHERE p.parent_plan_id=? AND t.status='completed' AND t.archived_at IS NULL "
                           "LIMIT ?)"));
    bind_all(read, plan_id, limit);
    HM_TRY(read.step());
    return read.integer(0);
}

}  // namespace hm
