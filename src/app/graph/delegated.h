// What happens to the delegation of a task while the task goes on: taken up, ended, or past its time.
#pragma once

#include "app/command.h"
#include "domain/delegation.h"
#include "domain/task.h"

namespace hm {

// Measures how deep the chain becomes. Refuses one that is too deep, or that comes back to somebody who is in it
// already, with the chain named.
Result<void> join_chain(Delegation& delegation, const CommandContext& context);

// The session that starts a task works under its open delegation from then on.
Result<void> accept_delegation(const Task& task, const CommandContext& context);

// A task that ended, or that its worker gave up, ends its delegation too.
Result<void> end_delegation(const Task& task, DelegationStatus status, const CommandContext& context);

}  // namespace hm
