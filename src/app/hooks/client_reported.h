// What a client reports that is no call of a tool: commands, files that were edited, calls in a batch.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "app/command/workspace.h"
#include "app/event/agent_event.h"

namespace hm {

// What happens between a client and its person, or inside the client, and is not ours to judge. The trail shows it with
// the task it happened under, so that a turn that waited or ended there is no riddle.

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

// The client says that a file was changed, by whoever: what came from it may no longer hold. After a write the same is
// done with its record; this comes for a call whose end the client does not tell of, and for a formatter's hand.

// Leaves an event only when something was marked. `given` is absolute or relative to `directory`; a file outside of the
// project means nothing to it. Never waits longer than a record may.
Result<void> file_edited(std::string_view given, const std::filesystem::path& directory, Workspace& workspace);

}  // namespace hm
