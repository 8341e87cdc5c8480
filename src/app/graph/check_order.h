// Whether what was planned can be done in some order. A cycle is refused when it is planned, with its way named:
// through dependencies, temporal gates, parts of tasks, plans that build on each other and decisions that rest on each
// other, and through any mixture of them.
#pragma once

#include <span>

#include "app/command.h"

namespace hm {

// REQUIRES: the changed records are written; the command fails with the error, and with it what it wrote.
Result<void> check_order(std::span<const Id> changed, const CommandContext& context);

}  // namespace hm
