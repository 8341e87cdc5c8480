// Of each call of a session that left a record: whether the work it belonged to is at hand or has ended, and whether
// the same was read again later. Looks at the latest few thousand events.
#pragma once

#include <map>
#include <set>
#include <string>

#include "app/workspace.h"
#include "engine/prune/choose_outputs.h"
#include "store/records.h"

namespace hm {

struct WorkOfCalls {
    std::map<std::string, OutputWork> work;  // by the client's id of the call
    std::set<std::string> repeated;

    OutputWork of(const std::string& call) const {
        const auto found = work.find(call);
        return found == work.end() ? OutputWork::other : found->second;
    }
    bool is_repeated(const std::string& call) const { return repeated.contains(call); }
};

Result<WorkOfCalls> load_work_of_calls(const Id& session_id, Workspace& workspace, BadRows& bad);

}  // namespace hm
