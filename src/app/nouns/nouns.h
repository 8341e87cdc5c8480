// What can be done to each noun beyond the commands of app/commands/, and how all of them are listed and shown.
#pragma once

#include <vector>

#include "app/command.h"
#include "app/query.h"

namespace hm {

// The commands of all nouns together.
std::vector<Command> noun_commands();

// `<noun> list` and `<noun> show` of every noun that has none of its own in app/queries/, and `show` for any id.
std::vector<Query> noun_queries();

std::vector<Command> plan_commands();
std::vector<Command> phase_commands();
std::vector<Command> task_commands();
std::vector<Command> trajectory_commands();
std::vector<Command> decision_commands();
std::vector<Command> artifact_commands();
std::vector<Command> knowledge_commands();
std::vector<Command> comment_commands();
std::vector<Command> delegation_commands();
std::vector<Command> swarm_commands();
std::vector<Command> turning_point_commands();
std::vector<Command> memory_commands();
std::vector<Command> anchor_commands();
std::vector<Command> session_commands();

}  // namespace hm
