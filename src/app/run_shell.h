// govern_shell: runs a shell text for a role that may, under the gate's policy, and leaves a checkpoint with its exit
// code. Not a command of the bus: it waits for a process, and nobody may hold the store meanwhile.
#pragma once

#include <filesystem>
#include <string>

#include "app/actor.h"
#include "app/workspace.h"
#include "base/codec.h"
#include "domain/texts.h"

namespace hm {

struct RunShell {
    Text<1, 30'000> command;
    std::optional<Duration> timeout;

    static constexpr void fields(auto&& visit) {
        visit(field("command", &RunShell::command, "The shell text to run in the project's directory."));
        visit(field("timeout", &RunShell::timeout, "Longest run, such as 60s; at most the setting shell_deadline."));
    }
};

// The text for the agent: the refusal of the gate, or what the command printed and how it ended. A request that was
// sent twice runs once.
Result<std::string> run_shell(const RunShell& input, const Actor& actor, const std::string& request_id,
                              Workspace& workspace);

}  // namespace hm
