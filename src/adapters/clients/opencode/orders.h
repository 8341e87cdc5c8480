// What the engine has done through OpenCode itself: a reply may hold `orders`, which the plugin carries out through the
// client's API. An order is an object with `order`:
//   open    a fresh session that goes on for `session`: `title`, `text` as its turn 0
//   abort   the work of `session`
//   research  a child session of `session`: `title`, `text` as its task
//   log     a line in OpenCode's own log: `level` (info, warn, error), `message`
#pragma once

#include "app/command/workspace.h"
#include "app/event/agent_event.h"
#include "base/json.h"

namespace hm::opencode {

// Added to the reply to an event that ended a turn: the session goes on in a fresh one when its context is nearly full.
// `properties` may hold `messages`, a list of [from, text].
Result<void> add_split(json::object& reply, const AgentIdentity& who, const json::object& properties,
                       Workspace& workspace);

// After a call of our own tool: a delegation that it took back is work that nobody waits for.
Result<void> add_recall(json::object& reply, const json::object& answer, Workspace& workspace);

// After a swarm was spawned by a call of our own tool: a child session does its research.
Result<void> add_research(json::object& reply, std::string_view session, const json::object& answer,
                          Workspace& workspace);

// A line in the client's log. Whatever else the reply orders stays.
void add_log(json::object& reply, std::string_view level, std::string_view message);

// What the person should know: in the log and, when the reply has no other, on the screen.
void add_warning(json::object& reply, std::string_view message);

// After a refusal: the call came from a subagent whose delegation was taken back elsewhere.
Result<void> add_abort_of_recalled(json::object& reply, const AgentIdentity& who, Workspace& workspace);

}  // namespace hm::opencode
