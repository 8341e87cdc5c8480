// Where the clients keep a person's settings, and which of them are on this machine.
#pragma once

#include <functional>
#include <optional>

#include "adapters/wiring/client_wiring.h"

namespace hm {

// The value of a variable of the environment; nothing when it is not set.
using Variables = std::function<std::optional<std::string>(const char* name)>;

// Fails when there is no home.
Result<ClientHomes> client_homes(const Variables& variables);

// On the PATH, or with settings of its own.
bool is_installed(const ClientWiring& wiring, const ClientHomes& homes, const Variables& variables);

}  // namespace hm
