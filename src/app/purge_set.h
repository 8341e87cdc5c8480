// What a purge takes along: the records asked for and, when wanted, all that cannot be without them. Records that only
// mention one of them are kept and lose the mention.
#pragma once

#include <set>

#include "app/command.h"

namespace hm {

HM_ENUM(Dependents, refused, taken_along)

// Refuses with the list when other records need one of them and are not to be taken along.
Result<std::set<Id>> purge_set(const std::vector<Id>& asked, Dependents dependents, const CommandContext& context);

// Takes the mentions of the records out of all others; answers how many records that changed.
Result<std::size_t> forget_mentions(const std::set<Id>& ids, const CommandContext& context);

}  // namespace hm
