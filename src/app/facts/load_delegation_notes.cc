#include "app/facts/load_delegation_notes.h"

#include <algorithm>

#include "domain/task.h"
#include "store/sql/delegation.h"
#include "store/sql/session.h"
#include "view/delegation_text.h"

namespace hm {
namespace {

constexpr std::int64_t most_looked_at = 50;
constexpr std::size_t most_told = 3;

Result<std::vector<Delegation>> delegations_for(const Session& session, Connection& connection, BadRows& bad) {
    HM_TRY_ASSIGN(auto worked_on, delegation_worked_on(connection, session.id, bad));
    if (worked_on) return std::vector<Delegation>{std::move(*worked_on)};
    HM_TRY_ASSIGN(const std::vector<Id> line, session_and_ancestors(connection, session.id));
    HM_TRY_ASSIGN(std::vector<Delegation> latest, list_delegations(connection, std::nullopt, most_looked_at, bad));
    std::erase_if(latest, [&](const Delegation& each) {
        const bool is_ours = each.from_session_id && *each.from_session_id != session.id &&
                             std::find(line.begin(), line.end(), *each.from_session_id) != line.end();
        return each.status != DelegationStatus::pending || !is_ours || each.to_role != session.role;
    });
    if (latest.size() > most_told) latest.resize(most_told);
    return latest;
}

}  // namespace

Result<std::vector<std::string>> load_delegation_notes(const Session& session, Workspace& workspace, BadRows& bad) {
    std::vector<std::string> notes;
    if (!session.parent_session_id) return notes;
    Connection& connection = workspace.store.connection();
    HM_TRY_ASSIGN(const auto delegations, delegations_for(session, connection, bad));
    for (const Delegation& delegation : delegations) {
        HM_TRY_ASSIGN(const auto task, find<Task>(connection, delegation.task_id, bad));
        if (task) notes.push_back(delegation_note(delegation, *task));
    }
    return notes;
}

}  // namespace hm
