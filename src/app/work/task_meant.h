// The open task that some words mean: "the UI" may mean "Polish the settings page" of the plan "UI". Reads only, a
// bounded number of tasks: those at and beside the read-head first, then the planned and active ones last changed.
#pragma once

#include <optional>
#include <string_view>

#include "app/session/read_head.h"

namespace hm {

Result<std::optional<Task>> task_meant(std::string_view words, const LoadedReadHead& head, Connection& connection,
                                       BadRows& bad);

}  // namespace hm
