#include "app/facts/load_session_tree.h"

#include "app/exchange/hierarchy_facts.h"
#include "store/sql/session.h"
#include "store/sql/trajectory.h"

namespace hm {

Result<std::optional<Trajectory>> read_head_for(Connection& connection, const std::optional<Id>& session_id,
                                                BadRows& bad) {
    if (session_id) {
        HM_TRY_ASSIGN(const std::vector<Id> line, session_and_ancestors(connection, *session_id));
        for (const Id& each : line) {
            HM_TRY_ASSIGN(std::optional<Trajectory> own, read_head_of(connection, each, bad));
            if (own) return own;
        }
    }
    return read_head_of(connection, std::nullopt, bad);
}

Result<TreeFacts> load_session_tree(Connection& connection, const std::optional<Id>& session_id, BadRows& bad) {
    TreeFacts facts;
    HM_TRY_ASSIGN(facts.read_head, read_head_for(connection, session_id, bad));
    if (facts.read_head && facts.read_head->active_plan_id) {
        HM_TRY_ASSIGN(facts.plan, find<Plan>(connection, *facts.read_head->active_plan_id, bad));
    }
    HM_TRY(load_branches(connection, facts, bad));
    return facts;
}

}  // namespace hm
