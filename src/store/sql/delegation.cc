#include "store/sql/delegation.h"

#include "store/record_rows.h"

namespace hm {

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

}  // namespace hm
