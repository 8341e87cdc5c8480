// SQLite's write-ahead log for a database that has none yet, waiting for others as everything else does.
#pragma once

#include "store/connection.h"

namespace hm {

Result<void> turn_on_log(Connection& connection);

}  // namespace hm
