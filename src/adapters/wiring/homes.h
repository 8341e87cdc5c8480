// Where the clients keep a person's settings, and which of them are on this machine.
#pragma once

#include "adapters/wiring/client_wiring.h"

namespace hm {

// Fails when there is no home.
Result<ClientHomes> client_homes(const Variables& variables);

// On the PATH, or with settings of its own.
bool is_installed(const ClientWiring& wiring, const ClientHomes& homes, const Variables& variables);

}  // namespace hm
