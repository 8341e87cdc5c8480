// What `hivemind init --client` changes in the settings of this client.
#pragma once

#include "adapters/wiring/client_wiring.h"

namespace hm::codex {

ClientWiring wiring();

}  // namespace hm::codex
