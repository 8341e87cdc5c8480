// Queries about phases.
#pragma once

#include "domain/phase.h"
#include "store/records.h"

namespace hm {

// The phases of a plan in their order; at most 1000.
Result<std::vector<Phase>> phases_of(Connection& connection, const Id& plan_id, BadRows& bad);

// Whether any task of the phase is not over.
Result<bool> has_open_task(Connection& connection, const Id& phase_id);

}  // namespace hm
