// The client's own subagents, kept in the registry of swarms: spawned with their parent, completed when they fall idle.
#pragma once

#include "app/hooks/agent_event.h"
#include "app/workspace.h"

namespace hm {

// REQUIRES: `who` names the child and its parent; without a parent nothing happens.
Result<void> subagent_start(const AgentIdentity& who, std::string_view prompt, Workspace& workspace);
// `answer` is what it said last; may be empty.
Result<void> subagent_stop(const AgentIdentity& who, std::string_view answer, Workspace& workspace);
// The client went away: those of its subagents that still ran went with it. `who` names the parent.
Result<void> subagents_left(const AgentIdentity& who, Workspace& workspace);

}  // namespace hm
