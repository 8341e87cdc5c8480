// What the engine has done through OpenCode itself: a reply may hold `orders`, which the plugin carries out through the
// client's API. An order is an object with `order`:
//   open    a fresh session that goes on for `session`: `title`, `text` as its turn 0
//   abort   the work of `session`
//   research  a child session of `session`: `title`, `text` as its task
//   log     a line in OpenCode's own log: `level` (info, warn, error), `message`
#pragma once

#include "app/command/workspace.h"
#include "app/hooks/handle.h"
#include "base/json.h"

namespace hm::opencode {

// What came of an event of `session`: what the person should know, a session that goes on in a fresh one because its
// context is nearly full, a subagent whose delegation was taken back elsewhere.
void add_orders(json::object& reply, const HookReply& told, std::string_view session);

// After a call of our own tool: a delegation that it took back is work that nobody waits for.
Result<void> add_recall(json::object& reply, const json::object& answer, Workspace& workspace);

// After a swarm was spawned by a call of our own tool: a child session does its research.
Result<void> add_research(json::object& reply, std::string_view session, const json::object& answer,
                          Workspace& workspace);

// A line in the client's log. Whatever else the reply orders stays.
void add_log(json::object& reply, std::string_view level, std::string_view message);

}  // namespace hm::opencode
