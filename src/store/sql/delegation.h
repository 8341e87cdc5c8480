// Queries about delegations.
#pragma once

#include "domain/delegation.h"
#include "store/records.h"

namespace hm {

// The delegation of a task that is pending or accepted, the newest first; at most a few.
Result<std::vector<Delegation>> open_delegations_of(Connection& connection, const Id& task_id, BadRows& bad);

// The delegation under which a session works now.
Result<std::optional<Delegation>> delegation_worked_on(Connection& connection, const Id& session_id, BadRows& bad);

// The newest delegation that a session ever worked under, when it was taken back.
Result<std::optional<Delegation>> delegation_recalled_from(Connection& connection, const Id& session_id, BadRows& bad);

// Latest first.
Result<std::vector<Delegation>> list_delegations(Connection& connection, const std::optional<Id>& task_id,
                                                 std::int64_t limit, BadRows& bad);

}  // namespace hm
