// The plan that a command without a plan's id means, and the phase that new work goes to.
#pragma once

#include "app/command.h"
#include "domain/phase.h"
#include "domain/plan.h"

namespace hm {

// The plan of that id; without one the plan the read-head is at, or the only one that is open.
Result<Plan> plan_meant(const std::optional<Id>& id, const CommandContext& context);

// Refuses a plan that takes no more work.
Result<void> check_is_open(const Plan& plan);

// The phase of that title or id, made when there is none; without a title the last one that is open.
Result<Phase> phase_meant(const Plan& plan, const std::optional<Title>& title, const CommandContext& context);

}  // namespace hm
