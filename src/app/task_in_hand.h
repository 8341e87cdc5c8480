// The task that an actor has in hand: what a command without a task id means by "the task".
#pragma once

#include <optional>
#include <vector>

#include "app/actor.h"
#include "domain/task.h"
#include "store/records.h"

namespace hm {

// Active tasks of the actor's session, or of the nearest session above it that has any; then those a
// person started without naming a session. A person without a session sees only the latter.
Result<std::vector<Task>> tasks_in_hand(Connection& connection, const std::optional<Id>& session_id, BadRows& bad);

// The one task in hand; refuses to choose among several.
Result<Task> task_in_hand(Connection& connection, const Actor& actor, BadRows& bad);

// The task of that id, or without one the task in hand.
Result<Task> named_or_in_hand(Connection& connection, const std::optional<Id>& id, const Actor& actor, BadRows& bad);

// An agent may end or give back only what its own session holds; a person may anything. `act` opens the
// refusal: "Completing".
Result<void> check_is_own(const Task& task, const Actor& actor, std::string_view act);

// The task of that id, or an error that says it is not there.
Result<Task> require_task(Connection& connection, const Id& id, BadRows& bad);

}  // namespace hm
