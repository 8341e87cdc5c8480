// The gate: may this call happen? An ordered list of rules; the first objection decides. To add a rule: rules.h.
#pragma once

#include "engine/gate/facts.h"

namespace hm {

Verdict decide(const GateFacts& facts);

// What every rule says on its own, the mode and levers left aside.
std::vector<Verdict> all_objections(const GateFacts& facts);

// Whether no approval and no override may lift the objection to this call.
bool is_beyond_levers(const GateFacts& facts, GateRule rule);

}  // namespace hm
