// The first tier of the purge: an abandoned plan leaves the context when it has been abandoned for long enough. Looked
// after when a session begins; it stays in the store, and taking it up again brings it back.
#pragma once

#include "app/workspace.h"
#include "domain/settings.h"

namespace hm {

// Costs one look at an index when there is nothing to do. When the store is held it is left to the next session.
Result<void> leave_context(const Settings& settings, Workspace& workspace);

}  // namespace hm
