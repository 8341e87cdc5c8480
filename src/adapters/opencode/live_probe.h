// Tries the gate out inside the real OpenCode, in a session and in a subagent's, without a model of anybody's: see
// probe.js. Takes as long as the client takes to start.
#pragma once

#include <vector>

#include "adapters/wiring/client_wiring.h"
#include "app/doctor.h"

namespace hm::opencode {

// What was seen, or precisely why nothing could be. Leaves two sessions in the trail and none in OpenCode.
std::vector<Finding> try_live(const WiringPlace& place, const Variables& variables);

}  // namespace hm::opencode
