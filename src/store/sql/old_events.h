// Events that only tell what was seen, and are old: what a store may let go of. Never one that undo needs, nor one of a
// task that is not over.
#pragma once

#include <vector>

#include "domain/event.h"
#include "store/records.h"
#include "store/transaction.h"

namespace hm {

struct OldEvents {
    std::vector<Event> events;       // oldest first
    std::int64_t looked_until = 0;   // the last place in the trail that was looked at
    bool has_come_to_young = false;  // the next one is not old
};

// Costs one look by key when nothing is old.
Result<OldEvents> old_events(Connection& connection, std::int64_t after_seq, Time before, std::int64_t looked_at,
                             BadRows& bad);

// With the injections that they tell of.
Result<void> remove_events(Transaction& transaction, const std::vector<Event>& events);

}  // namespace hm
