// Taking back what a person last decided about an entry: its acceptance, its correction or its rejection.
#pragma once

#include "app/bus.h"

namespace hm {

// The newest review of the entry that is in force is undone, with all that it decided at once.
Result<Receipt> undo_review(const Id& id, const Actor& actor, Workspace& workspace);

}  // namespace hm
