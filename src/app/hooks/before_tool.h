// Before a tool call: the gate's decision, recorded and put into words; also where there is no store.
#pragma once

#include <filesystem>
#include <string>

#include "app/command/workspace.h"
#include "app/event/agent_event.h"
#include "app/event/hook_frame.h"
#include "engine/gate/facts.h"

namespace hm {

// Before a tool of the agent runs: may it? The answer carries the words for the agent.

struct ToolDecision {
    Verdict verdict;
    std::string headline;            // a refusal in a line, for the person
    std::string message;             // for the agent; empty when there is nothing to say
    std::vector<std::string> paths;  // the call's paths with "." and ".." taken out, in the given order
};

Result<ToolDecision> before_tool(const BeforeTool& event, const std::filesystem::path& directory, Workspace& workspace);

// Judging a call that is really made: beside facts and rules, what a decision takes with it. An approval is used up,
// the one task that is plainly next is begun, and a call that goes on being refused is known again.

struct JudgedCall {
    GateFacts facts;
    Verdict verdict;
};

// `print` is the call's.
Result<JudgedCall> judge_call(const ToolUse& use, const std::string& print, HookFrame& frame,
                              const std::filesystem::path& directory, Workspace& workspace);

// A temporal gate that held a call back says since when it does.

// Marks the gate of the task that was held back, once, with an event of its own. Fails without having changed anything;
// the refusal stands all the same.
Result<void> note_enforced_gate(const JudgedCall& call, const HookFrame& frame, Workspace& workspace);

}  // namespace hm
