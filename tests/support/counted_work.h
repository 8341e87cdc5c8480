// How many steps SQLite takes for a piece of work: the same on every machine and under any load, where times are not.
#pragma once

#include <cstdint>
#include <functional>

#include "store/sqlite/connection.h"

namespace hm::testing {

std::int64_t steps_of(Connection& connection, const std::function<void()>& work);

}  // namespace hm::testing
