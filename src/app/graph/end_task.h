// Ending a task, or giving it back: its status and what follows from it for read-heads, delegations and the tasks that
// wait for it. The one way for every command that does.
#pragma once

#include <string>
#include <vector>

#include "app/command.h"
#include "domain/task.h"

namespace hm {

// Moves the task to `to` and saves it. REQUIRES: `to` is an end, or planned.
Result<void> end_task(Task& task, TaskStatus to, const CommandContext& context);

// The same for the parts of it that are not over yet; refused when another session works on one.
Result<void> end_open_parts(const Task& task, TaskStatus to, const CommandContext& context);

// A task that others wait for and that will not be done breaks their chain: it leaves the lists at once and stays in
// the store. Answers the tasks that wait, as lines for the receipt.
Result<std::vector<std::string>> leave_if_chain_breaks(Task& task, const CommandContext& context);

// Tasks that waited for this one and can start now, as lines for the receipt; at most a few.
Result<std::vector<std::string>> made_ready_by(const Task& task, const CommandContext& context);

// Keeps why something was done as a remark on the record: "Deferred: …".
Result<void> keep_reason(const Id& on, std::string_view act, const Sentence& reason, const CommandContext& context);

// A list for a receipt's details.
json::array lines_of(const std::vector<std::string>& lines);

}  // namespace hm
