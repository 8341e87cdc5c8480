// What an agent reads that wants to end its turn while its task is not done.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "domain/task.h"

namespace hm {

// REQUIRES: there is a task.
std::string stop_refusal(const std::vector<Task>& tasks);

// Some clients give a refusal back as if the person had said it.
bool is_stop_refusal(std::string_view text);

}  // namespace hm
