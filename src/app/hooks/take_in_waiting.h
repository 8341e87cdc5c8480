// At the end of a turn: records that the store could not take in time are taken in from the spool, so that they do not
// wait for the next command of somebody. What cannot be taken in now waits on.
#pragma once

#include "app/workspace.h"

namespace hm {

// REQUIRES: the connection's deadline is set.
void take_in_waiting(Workspace& workspace);

}  // namespace hm
