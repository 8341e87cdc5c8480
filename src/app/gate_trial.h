// A trial of the gate: the verdict on a call that is not made. Nothing is recorded, no session is begun.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "app/hooks/agent_event.h"
#include "app/workspace.h"
#include "engine/gate/verdict.h"

namespace hm {

struct GateTrial {
    GateFacts facts;
    Verdict verdict;
};

struct TriedCall {
    ToolUse use;
    std::string role;              // empty: the session's, or solo
    std::optional<Id> session_id;  // as whom; without it no task is active
};

Result<GateTrial> try_gate(const TriedCall& call, const std::filesystem::path& directory, Workspace& workspace);

}  // namespace hm
