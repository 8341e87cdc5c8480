// StorePlace: whether the files of an open store are still the ones at its path. A long-lived process keeps a deleted
// or replaced database open without noticing; what it writes there is gone with the process. Looks with stat alone:
// opening the database file outside SQLite would drop SQLite's locks.
#pragma once

#include <sys/types.h>

#include "store/connection.h"

namespace hm {

class StorePlace {
public:
    // Two system calls. The log is known from the first time it is seen: SQLite makes it when it is needed, and
    // nobody removes it while a connection is open.
    bool is_kept(Connection& connection);

private:
    ino_t log_ = 0;
};

}  // namespace hm
