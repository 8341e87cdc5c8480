// A shell command that HiveMind runs for an agent, through the same gate and with the same record.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "app/command/command.h"
#include "app/command/workspace.h"
#include "base/codec.h"
#include "base/deadline.h"
#include "base/result.h"
#include "domain/texts.h"

namespace hm {

// govern_shell: runs a shell text for a role that may, under the gate's policy, and leaves a checkpoint with its exit
// code. Not a command of the bus: it waits for a process, and nobody may hold the store meanwhile.

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

// A shell text as a process of its own group, bounded: by a deadline, by how much of its output is kept, and by the
// group being killed when it ends, so that nothing it started lives on.

struct ProcessEnd {
    std::optional<int> exit_code;  // absent when a signal ended it
    int signal = 0;
    bool is_timed_out = false;
    std::string output;        // both streams as they came; the beginning and the end of what was too long
    std::size_t left_out = 0;  // bytes of it
};

inline constexpr std::size_t max_kept_output = 30'000;

// Its standard input is empty.
Result<ProcessEnd> run_shell_text(const std::string& text, const std::filesystem::path& directory, Deadline deadline);

}  // namespace hm
