// The agent's turn ends. A cancel is counted; an answer is exported with what can be checked of it, and after four of
// them one entry of knowledge is made from them, without a model.
#pragma once

#include "app/hooks/agent_event.h"
#include "app/workspace.h"

namespace hm {

// Only the record of it, with its export; waits for nothing but the store.
Result<void> note_turn_end(const BeforeStop& event, Workspace& workspace);

// Takes in what waits in the spool and moves old events to their archive. Not done, it waits for the next turn.
void tidy_after_turn(Workspace& workspace);

// Both.
Result<void> before_stop(const BeforeStop& event, Workspace& workspace);

}  // namespace hm
