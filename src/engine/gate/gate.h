// The gate: may this call happen? An ordered list of rules; the first objection decides.
//
// To add a rule: 1. write its file here with `std::optional<Objection> its_name(const GateFacts&)`;
// 2. add its name to GateRule in verdict.h; 3. add its line to the list in gate.cc; 4. what it reads of the facts goes
// into recorded_facts.cc, or it cannot be replayed; 5. give it its words in view/rule_words.cc; 6. add a transcript
// under tests/transcripts/gate/.
#pragma once

#include "engine/gate/facts.h"
#include "engine/gate/verdict.h"

namespace hm {

Verdict decide(const GateFacts& facts);

// What every rule says on its own, the mode and levers left aside.
std::vector<Verdict> all_objections(const GateFacts& facts);

// Whether no approval and no override may lift the objection to this call.
bool is_beyond_levers(const GateFacts& facts, GateRule rule);

}  // namespace hm
