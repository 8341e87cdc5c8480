// What an agent reads that wants to end its turn while its task is not done.
#pragma once

#include <string>
#include <vector>

#include "domain/task.h"

namespace hm {

// REQUIRES: there is a task.
std::string stop_refusal(const std::vector<Task>& tasks);

}  // namespace hm
