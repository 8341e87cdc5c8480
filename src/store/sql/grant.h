// Grants in the store.
#pragma once

#include <vector>

#include "domain/grant.h"
#include "store/records.h"

namespace hm {

// Those that count at that moment; at most 100, the ones that end first.
Result<std::vector<Grant>> grants_in_force(Connection& connection, Time now, BadRows& bad);

}  // namespace hm
