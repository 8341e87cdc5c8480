// What OpenCode tells of by itself, as the hook `event` carries it. Each has a fallback should it not come:
//   session.created    any later request of the session makes it known
//   session.updated    only tells whose child a session is, which session.created does too
//   session.idle       the turn is counted with the next prompt; only the export of its answer is missing
//   session.compacted  the next request shows the summary, and carries the whole state in any case
//   session.deleted    a session that fell silent is listed by `hivemind stale`
//   session.error      the next request shows the answer that failed
//   message.updated    the next request shows the tokens of the answer before it
//   file.edited        the record after a write sets the same marks, and so does the look at the tree
//   permission.asked   OpenCode asks the person whether or not we know
#pragma once

#include <filesystem>

#include "adapters/clients/opencode/behind.h"
#include "app/command/workspace.h"
#include "app/event/agent_event.h"
#include "base/json.h"

namespace hm::opencode {

// `input` holds `type` and `properties`. The reply may hold a toast and orders; what takes longer is left to `later`.
Result<json::object> take_event(const json::object& input, AgentIdentity who, const std::filesystem::path& directory,
                                LaterWork& later, Workspace& workspace);

// With the first prompt of a session whose beginning was told: its tree was looked at behind that answer, and what aged
// by it is a line for the log.
void add_late_warning(json::object& reply, const AgentIdentity& who, Workspace& workspace);

}  // namespace hm::opencode
