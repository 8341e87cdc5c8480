// What a person should know when a session begins: a chain that is broken, and how much waits to be validated. For the
// client's log and screen; the agent is told what concerns it with its pack.
#pragma once

#include <optional>
#include <string>

#include "app/hooks/agent_event.h"
#include "app/workspace.h"

namespace hm {

// A sentence each, with the command that shows more.
struct SessionWarnings {
    std::optional<std::string> broken_chain;  // to be seen at once
    std::optional<std::string> stale;         // comes with time; counted no further than fifty of a noun
};

Result<SessionWarnings> session_warnings(const AgentIdentity& who, Workspace& workspace);

}  // namespace hm
