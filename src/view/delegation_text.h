// What an agent is told of a task that was handed to it.
#pragma once

#include <string>

#include "domain/delegation.h"
#include "domain/task.h"

namespace hm {

// The task, what it shall yield and may touch, and what the one who handed it over said of it; each shortened.
std::string delegation_note(const Delegation& delegation, const Task& task);

}  // namespace hm
