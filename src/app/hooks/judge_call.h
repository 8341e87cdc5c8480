// Judging a call that is really made: beside facts and rules, what a decision takes with it. An approval is used up,
// the one task that is plainly next is begun, and a call that goes on being refused is known again.
#pragma once

#include <filesystem>

#include "app/hooks/hook_frame.h"
#include "engine/gate/facts.h"
#include "engine/gate/verdict.h"

namespace hm {

struct JudgedCall {
    GateFacts facts;
    Verdict verdict;
};

// `print` is the call's.
Result<JudgedCall> judge_call(const ToolUse& use, const std::string& print, HookFrame& frame,
                              const std::filesystem::path& directory, Workspace& workspace);

}  // namespace hm
