// What happens between a client and its person, or inside the client, and is not ours to judge. The trail shows it with
// the task it happened under, so that a turn that waited or ended there is no riddle.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/hooks/agent_event.h"
#include "app/workspace.h"

namespace hm {

// A command of the client, such as "/review", that a person has carried out. Its text is the client's own.
Result<void> client_command(const AgentIdentity& who, std::string_view name, std::string_view arguments,
                            Workspace& workspace);

// An answer of the model had several calls, and all are through. Each of them has a record of its own.
Result<void> calls_of_one_answer(const AgentIdentity& who, const std::vector<std::string>& tools, Workspace& workspace);

// The client asks the person for leave by its own rules.
Result<void> permission_asked(const AgentIdentity& who, std::string_view permission, std::string_view target,
                              Workspace& workspace);

// A session met an error of the client's own: the provider refused, the network failed.
Result<void> session_error(const AgentIdentity& who, std::string_view name, std::string_view message,
                           Workspace& workspace);

// A call ran with other arguments than it was judged by. Counts as a way past the gate.
Result<void> arguments_changed(const AgentIdentity& who, std::string_view tool, std::string_view call_id,
                               Workspace& workspace);

}  // namespace hm
