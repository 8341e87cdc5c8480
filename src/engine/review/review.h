// Review: which new entries a person has to accept before they are put before a model. Pure; the one home of the rule.
#pragma once

#include "domain/memory.h"
#include "domain/review.h"

namespace hm {

// New, not yet looked at by anybody, and from a source that the setting does not trust.
bool awaits_review(const Memory& memory, ReviewMode review);

}  // namespace hm
