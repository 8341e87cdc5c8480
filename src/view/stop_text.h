// Texts around a turn: before it stops, prompts of commands, output of a shell command.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "domain/task.h"

namespace hm {

// What an agent reads that wants to end its turn while its task is not done.

// REQUIRES: there is a task.
std::string stop_refusal(const std::vector<Task>& tasks);

// Some clients give a refusal back as if the person had said it.
bool is_stop_refusal(std::string_view text);

// The words of the MCP server: what a client's model is told at the start, and the prompts a person can choose.

std::string server_instructions();

std::string resume_prompt();
std::string plan_prompt(std::string_view goal);
std::string review_prompt(std::string_view task_id);  // empty: whatever was done

// The name of the prompt that a text begins as; "" when it is none of these.
std::string_view prompt_named_by(std::string_view text);

// What an agent reads of a command that was run for it: how it ended, then what it printed.

struct ShellRunFacts {
    std::optional<int> exit_code;
    int signal = 0;
    std::optional<Duration> timed_out_after;
    std::string output;
};

std::string shell_run_text(const ShellRunFacts& facts);

}  // namespace hm
