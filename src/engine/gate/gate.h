// The gate: may this call happen? An ordered list of rules; the first objection decides.
//
// To add a rule: 1. write its file here with `std::optional<Objection> its_name(const GateFacts&)`;
// 2. add its name to GateRule in verdict.h; 3. add its line to the list in gate.cc; 4. give it its words in
// view/verdict_text.cc; 5. add a transcript under tests/transcripts/.
#pragma once

#include "engine/gate/facts.h"
#include "engine/gate/verdict.h"

namespace hm {

Verdict decide(const GateFacts& facts);

}  // namespace hm
