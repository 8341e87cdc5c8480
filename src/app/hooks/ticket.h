// A one-time ticket: who calls one of our own tools. A tool call over MCP carries no identity, so the before-tool hook
// leaves a ticket and puts it into the call's arguments; the server takes it. What a model writes there itself is
// replaced, and cannot be guessed.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/command/workspace.h"
#include "app/event/agent_event.h"

namespace hm {

// The argument of the tool call that holds it; no command has a field of this name.
inline constexpr std::string_view ticket_argument = "hivemind_ticket";

Result<std::string> issue_ticket(const AgentIdentity& who, Workspace& workspace);

// Whose ticket it is, once; nothing when it is unknown, old or taken already.
std::optional<AgentIdentity> take_ticket(std::string_view ticket, Workspace& workspace);

}  // namespace hm
