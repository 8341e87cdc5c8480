// The words of each rule of the gate: what was refused, why, what to use instead, and what shows it.
#pragma once

#include "engine/gate/facts.h"
#include "engine/gate/verdict.h"
#include "view/four_parts.h"

namespace hm {

// REQUIRES: a rule objected.
FourParts explain(const Verdict& verdict, const GateFacts& facts);

}  // namespace hm
