// Acts that loosen what governs the agents. They need somebody who can have typed them; who_typed alone is not enough,
// because a process that cuts itself off from the agent's shell looks like a person's.
#pragma once

#include "adapters/cli/environment.h"
#include "base/json.h"
#include "base/result.h"

namespace hm::cli {

// Refuses such an act to a process that was cut off from whoever started it. `name` is what was asked for: "config
// set".
// REQUIRES: who_typed was asked before, so that a starter that ends meanwhile is seen by one of the two.
Result<void> check_starter(std::string_view name, const json::object& input, const Environment& environment);

}  // namespace hm::cli
