// The gate's verdicts as the agent reads them: the four parts, the chain of work with a mark on what blocks, and how
// far the session has drifted.
#pragma once

#include <string>
#include <vector>

#include "view/rule_words.h"

namespace hm {

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

// Advice, that a person's lever let the call through, or which task it began; "" when there is nothing to say.
std::string render_leave(const Verdict& verdict, const GateFacts& facts);

}  // namespace hm
