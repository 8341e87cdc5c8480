// The words of the gate's verdicts, as the agent reads them.
#pragma once

#include <string>

#include "engine/gate/facts.h"
#include "engine/gate/verdict.h"
#include "view/four_parts.h"

namespace hm {

// REQUIRES: a rule objected.
FourParts explain(const Verdict& verdict, const GateFacts& facts);

// A refusal in a line, for the person to glance at; "" for anything else.
std::string verdict_headline(const Verdict& verdict, const GateFacts& facts);

// The refusal or the advice, whole; "" when there is nothing to say.
std::string render_verdict(const Verdict& verdict, const GateFacts& facts);

}  // namespace hm
