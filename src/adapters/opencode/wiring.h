// What `hivemind init --client opencode` changes in a project: the plugin file, and its line in OpenCode's
// configuration.
#pragma once

#include "adapters/wiring/client_wiring.h"

namespace hm::opencode {

ClientWiring wiring();

}  // namespace hm::opencode
