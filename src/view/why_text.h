// Why the gate decided as it did: the rule, the recorded facts, and what the same facts give now.
#pragma once

#include <string>

#include "base/json.h"
#include "domain/event.h"
#include "engine/gate/facts.h"
#include "engine/gate/verdict.h"

namespace hm {

struct WhyFacts {
    const Event& event;
    const GateFacts& facts;
    const Verdict& verdict;  // as it was recorded
    Verdict again;           // decided on the recorded facts
};

std::string why_text(const WhyFacts& facts);
json::object why_json(const WhyFacts& facts);

}  // namespace hm
