// What a command needs that is not in the store and may take a while, such as git's history: gathered before the bus
// asks for the store's write lock, so that nobody waits for it.
//
// To add one: its command's name and what makes its run, in the list of brought_along.cc.
#pragma once

#include "app/bus.h"

namespace hm {

// The command's own run, or the one that has with it what it needs.
RunCommand run_with_all(const Command& command, const CommandRequest& request, const Workspace& workspace);

}  // namespace hm
