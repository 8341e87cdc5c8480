// The course of a phase: it begins with its first task (task.h), is completed with its last, and goes on when
// work is added to it or taken up again. A plan is not completed by itself: what counts as reaching it is more than its
// tasks, and somebody has to say so. With its last task it is offered for that, and the offer is recorded.
#pragma once

#include <optional>
#include <string>

#include "app/command/command.h"
#include "domain/phase.h"
#include "domain/plan.h"
#include "domain/task.h"

namespace hm {

// Completes the phase of a task that was completed, when nothing in it is open any more, with an event of its own.
// Answers its title then.
Result<std::optional<std::string>> complete_phase_after(const Task& task, const CommandContext& context);

// The plan of a task that was completed, when nothing in it is open any more; recorded as an event `plan.reached`.
Result<std::optional<Plan>> plan_reached_by(const Task& task, const CommandContext& context);

// A completed phase goes on.
Result<void> reopen_phase(Phase& phase, const CommandContext& context);
// The same for the phase of a task that is to be done; other phases stay as they are.
Result<void> reopen_phase_of(const Task& task, const CommandContext& context);

}  // namespace hm
