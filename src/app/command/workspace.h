// Workspace: what commands, queries and hooks work with. The clock and the ids are handed in, so that a
// transcript can be played twice with the same result.
#pragma once

#include "base/id.h"
#include "base/time.h"
#include "store/project/store.h"

namespace hm {

struct Workspace {
    Store& store;
    Clock& clock;
    IdSource& ids;
};

}  // namespace hm
