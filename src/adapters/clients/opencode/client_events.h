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

#include <optional>

#include "app/event/agent_event.h"
#include "base/json.h"

namespace hm::opencode {

// `input` holds `type` and `properties`. Nothing for what tells us nothing.
std::optional<AgentEvent> event_told(const json::object& input, AgentIdentity who);

// What an answer says of itself: how it failed, and what its context holds now; nothing when it does not say.
AgentEvent failure_told(AgentIdentity who, const json::object& error);
std::optional<AgentEvent> usage_told(AgentIdentity who, const json::object& tokens, const json::value* window);

}  // namespace hm::opencode
