// Where a new memory comes from: the task it was learnt in, and the shelf it is filed on.
#pragma once

#include "app/command.h"
#include "domain/memory.h"

namespace hm {

// The task named, which must exist; else the one at the read-head, or in hand; of several, and without any, none.
Result<std::optional<Id>> origin_task(const std::optional<Id>& named, const CommandContext& context);

Word shelf_or_default(const std::optional<Word>& shelf);

}  // namespace hm
