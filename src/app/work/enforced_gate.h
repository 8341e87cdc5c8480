// A temporal gate that held a task back says since when it does: the first time counts, and has an event of its own.
#pragma once

#include "app/command/command.h"
#include "domain/event.h"
#include "domain/task.h"

namespace hm {

// REQUIRES: `gate` is a temporal gate. `event` is completed and appended; nothing happens when the gate is marked.
Result<void> mark_enforced(const Awaited& gate, Event event, Workspace& workspace);

// After a command was refused: marks the gate that held back what it would have started, if one did. Fails without
// having changed anything; the refusal stands all the same.
Result<void> note_refused_start(const Command& command, const CommandRequest& request, Workspace& workspace);

}  // namespace hm
