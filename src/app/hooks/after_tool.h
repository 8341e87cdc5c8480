// After a tool of the agent ran: a change under a task leaves a checkpoint, everything leaves an event. What else a
// call gives reason to do may wait for files, for git or for another's lock; a process in which others wait for their
// answers does it behind the record, elsewhere.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/hooks/agent_event.h"
#include "app/workspace.h"

namespace hm {

// What is left to do behind the record. All of it is derived from files, git and the store: when it is lost, the next
// look of its kind, or a person's `codemap scan`, `scan full` or `knowledge learn`, makes up for it.
struct LeftByCall {
    std::vector<std::string> sources;  // that it wrote and the code map holds
    bool is_scan_due = false;
    bool made_commit = false;

    bool empty() const { return sources.empty() && !is_scan_due && !made_commit; }
};

// Waits for nothing but the store.
Result<LeftByCall> record_call(const AfterTool& event, const std::filesystem::path& directory, Workspace& workspace);

// REQUIRES: the call is recorded.
void finish_call(const LeftByCall& left, const AgentIdentity& who, const std::filesystem::path& directory,
                 Workspace& workspace);

// Both, one after the other.
Result<void> after_tool(const AfterTool& event, const std::filesystem::path& directory, Workspace& workspace);

}  // namespace hm
