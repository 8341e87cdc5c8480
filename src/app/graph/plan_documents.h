// What becomes of a plan's documents when the plan is over: they are over with it, so that nothing of it is taken for
// what still holds.
#pragma once

#include "app/command.h"
#include "domain/artifact.h"
#include "domain/plan.h"

namespace hm {

// Those in use get the status: abandoned ones leave the context and stay in the store. Answers how many.
Result<std::size_t> end_documents(const Plan& plan, ArtifactStatus status, const CommandContext& context);

}  // namespace hm
