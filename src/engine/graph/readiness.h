// Readiness: what keeps a task from starting, or from going on. `blocked` is this list not being empty; it is worked
// out here every time and stored nowhere. Pure.
//
// A part of a task waits for everything that the whole waits for. A draft plan and a planned phase hold nothing back:
// they begin with their first task.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "domain/awaited.h"

namespace hm {

// What is awaited and has not come yet. Everything a rule or a message needs to name it is in it.
using Blocker = Awaited;

// Whether it holds the task back no longer.
bool is_met(const Awaited& awaited);

// Those that are not met, in the order given.
std::vector<Blocker> blockers_among(std::span<const Awaited> awaited);

// 'waits for "Build the parser" (planned)', for people and agents.
std::string to_words(const Blocker& blocker);

// What would make way: 'Complete task … first.'
std::string remedy_of(const Blocker& blocker);

}  // namespace hm
