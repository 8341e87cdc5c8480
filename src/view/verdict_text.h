// The words of the gate: WHAT, WHY, USE INSTEAD, EVIDENCE for each rule, and why it decided so.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "domain/event.h"
#include "engine/gate/facts.h"
#include "view/text.h"

namespace hm {

// The words of each rule of the gate: what was refused, why, what to use instead, and what shows it.

// REQUIRES: a rule objected.
FourParts explain(const Verdict& verdict, const GateFacts& facts);

// The gate's verdicts as the agent reads them: the four parts, where it helps the chain of work with a mark on what
// blocks, and how full the context is when that may be the reason.

HM_ENUM(ChainMark, none, yours, blocking, yours_blocking)

struct ChainRow {
    int depth = 0;  // plan 0, phase 1, task 2
    std::string name;
    std::string status;
    ChainMark mark = ChainMark::none;
};

// What a refusal shows beside the rule: where the agent is in the work, and what its context holds.
struct RefusalContext {
    std::vector<ChainRow> chain;
    std::int64_t anchors = 0;       // saved in this session
    std::int64_t checkpoints = 0;   // recorded in this session
    std::int64_t tool_outputs = 0;  // in the context since it was last compacted
    std::int64_t stale = 0;         // records past their date; counted up to a bound
    std::string event_id;           // by which a person finds this refusal
};

// A refusal in a line, for the person to glance at; "" for anything else.
std::string verdict_headline(const Verdict& verdict, const GateFacts& facts);

// The refusal, whole; the third of its kind is short and says how to get out.
std::string render_refusal(const Verdict& verdict, const GateFacts& facts, const RefusalContext& context);

// That a person's lever let the call through, or which task it began; "" when there is nothing to say.
std::string render_leave(const Verdict& verdict, const GateFacts& facts);

// Advice in a line: what to do differently from now on; "" where nothing is. Shown once a turn at most.
std::string render_hint(const Verdict& verdict, const GateFacts& facts);

// What agents are told of a project whose store must not be used. Nothing in it is of the store's making, not even the
// name of what is wrong with it: that would be a way to speak to them.

// One line: what is wrong, and what a person can do. `because` is why the store is not used (app/project/project.h).
std::string stand_in_line(const Error& because);

// The same as an answer to a command.
FourParts stand_in_parts(const Error& because);

// Why the gate decided as it did: the rule, the recorded facts, and what the same facts give now.

struct WhyFacts {
    const Event& event;
    const GateFacts& facts;
    const Verdict& verdict;  // as it was recorded
    Verdict again;           // decided on the recorded facts
};

std::string why_text(const WhyFacts& facts);
json::object why_json(const WhyFacts& facts);

}  // namespace hm
