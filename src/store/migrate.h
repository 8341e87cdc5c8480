// Migrations: numbered SQL files, forward only, each in its own transaction. A store newer than this
// program is refused with the remedy.
#pragma once

#include "base/result.h"
#include "store/connection.h"

namespace hm {

// The schema version this program works with.
int latest_schema_version();

Result<int> read_schema_version(Connection& connection);

// Refuses a store of another program or of a newer version; says nothing of an older one.
Result<void> check_schema_version(int version);

// Brings the store to the latest version. Two processes may do it at once.
Result<void> migrate(Connection& connection);

}  // namespace hm
