// Queries about plans, phases, read-heads, delegations, swarms, decisions and grants.
#pragma once

#include <vector>

#include "base/id.h"
#include "domain/delegation.h"
#include "domain/grant.h"
#include "domain/phase.h"
#include "domain/plan.h"
#include "domain/swarm.h"
#include "domain/trajectory.h"
#include "store/records/records.h"
#include "store/sqlite/connection.h"

namespace hm {

// Queries about plans.

// Drafts and active plans, latest change first.
Result<std::vector<Plan>> open_plans(Connection& connection, std::int64_t limit, BadRows& bad);

// Abandoned plans that are still in the context and did not change since, longest abandoned first.
Result<std::vector<Plan>> abandoned_plans_before(Connection& connection, Time before, std::int64_t limit, BadRows& bad);

// The plan a task belongs to by its phase, or by the phase of the task it is a part of.
Result<std::optional<Plan>> plan_of_task(Connection& connection, const Id& task_id, BadRows& bad);

// Queries about phases.

// The phases of a plan in their order; at most 1000.
Result<std::vector<Phase>> phases_of(Connection& connection, const Id& plan_id, BadRows& bad);

// Whether any task of the phase is not over.
Result<bool> has_open_task(Connection& connection, const Id& phase_id);

// Queries about read-heads.

// The read-head of a session, or the project's own when none is given.
Result<std::optional<Trajectory>> read_head_of(Connection& connection, const std::optional<Id>& session_id,
                                               BadRows& bad);

// The read-heads that are at that task.
Result<std::vector<Trajectory>> read_heads_at_task(Connection& connection, const Id& task_id, BadRows& bad);

// The read-heads that are at that plan; it has no index, for there are few read-heads.
Result<std::vector<Trajectory>> read_heads_at_plan(Connection& connection, const Id& plan_id, BadRows& bad);

// Where read-heads are: of one session, or of all when none is given; at most 1000 of each.
struct ReadHeadPlaces {
    std::vector<Id> plans;
    std::vector<Id> tasks;
};
Result<ReadHeadPlaces> read_head_places(Connection& connection, const std::optional<Id>& session_id);

// Queries about delegations.

// The delegation of a task that is pending or accepted, the newest first; at most a few.
Result<std::vector<Delegation>> open_delegations_of(Connection& connection, const Id& task_id, BadRows& bad);

// The delegation under which a session works now.
Result<std::optional<Delegation>> delegation_worked_on(Connection& connection, const Id& session_id, BadRows& bad);

// What the session handed out and nobody has taken up yet, oldest first; at most 20.
Result<std::vector<Delegation>> delegations_offered_by(Connection& connection, const Id& session_id, BadRows& bad);

// The newest delegation that a session ever worked under, when it was taken back.
Result<std::optional<Delegation>> delegation_recalled_from(Connection& connection, const Id& session_id, BadRows& bad);

// Latest first.
Result<std::vector<Delegation>> list_delegations(Connection& connection, const std::optional<Id>& task_id,
                                                 std::int64_t limit, BadRows& bad);

// Queries about swarms.

// Those that were spawned or run, oldest first.
Result<std::vector<Swarm>> open_swarms(Connection& connection, std::int64_t limit, BadRows& bad);

Result<std::optional<Swarm>> swarm_of_child(Connection& connection, const Id& parent_session_id,
                                            const Id& child_session_id, BadRows& bad);

// Grants in the store.

// Those that count at that moment; at most 100, the ones that end first.
Result<std::vector<Grant>> grants_in_force(Connection& connection, Time now, BadRows& bad);

// Counting over the branches of a plan, bounded.

// Completed tasks of the plan's phases that are still in its tree; counted no further than `limit`.
Result<std::int64_t> count_completed_tasks(Connection& connection, const Id& plan_id, std::int64_t limit);

}  // namespace hm
