// Of the calls of a session that left a record: whether the work each belonged to is at hand or has ended, and what
// those looked at that only looked.
#pragma once

#include <map>
#include <string>

#include "app/workspace.h"
#include "engine/prune/choose_outputs.h"
#include "store/records.h"

namespace hm {

class WorkOfCalls {
public:
    static Result<WorkOfCalls> load(const Id& session_id, Workspace& workspace, BadRows& bad);

    OutputWork of(const std::string& call) const;
    // Equal for calls that looked at the same; empty when it did something, or left no record.
    std::string looked_at(const std::string& call) const;

private:
    Result<void> add(std::string call, const Id& task_id, Connection& connection, BadRows& bad);

    std::map<Id, OutputWork> work_;
    std::map<std::string, OutputWork> calls_;
    std::map<std::string, std::string> prints_;
};

}  // namespace hm
