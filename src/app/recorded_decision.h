// A decision of the gate as the trail holds it: its event, the facts it was taken on, and the verdict.
#pragma once

#include "domain/event.h"
#include "engine/gate/facts.h"
#include "engine/gate/verdict.h"
#include "store/records.h"

namespace hm {

struct RecordedDecision {
    Event event;
    GateFacts facts;
    Verdict verdict;
};

// By its place in the trail or its id; fails when that is no decision of the gate.
Result<RecordedDecision> require_decision(Connection& connection, std::string_view named, BadRows& bad);

// The same, for a lever: only a refusal can be lifted, and only one that levers reach. `lever` opens the refusal of it:
// "approve".
Result<RecordedDecision> require_refusal(Connection& connection, std::string_view named, std::string_view lever,
                                         BadRows& bad);

}  // namespace hm
