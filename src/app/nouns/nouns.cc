#include "app/nouns/nouns.h"

namespace hm {

std::vector<Command> noun_commands() {
    std::vector<Command> all;
    for (const auto commands : {
             &plan_commands,
             &phase_commands,
             &task_commands,
             &trajectory_commands,
             &decision_commands,
             &artifact_commands,
             &knowledge_commands,
             &comment_commands,
             &delegation_commands,
             &swarm_commands,
             &turning_point_commands,
             &memory_commands,
             &anchor_commands,
             &session_commands,
         }) {
        for (const Command& command : commands()) all.push_back(command);
    }
    return all;
}

}  // namespace hm
