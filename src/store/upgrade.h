// Upgrade: a store of an older schema is brought up to date where it lies, with a copy of what it was in
// .hivemind/backups. Killed in the middle, nothing has happened; the next process begins again.
#pragma once

#include "store/locate.h"
#include "store/migrate.h"

namespace hm {

// A large store is not upgraded within a hook's short deadline: the client would end the process and begin again for
// ever. That fails with busy and the remedy.
Result<void> upgrade_store(Connection& connection, const ProjectPaths& paths, Time now,
                           Migrations migrations = all_migrations());

}  // namespace hm
