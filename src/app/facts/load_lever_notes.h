// What a person did with a lever, for the agent to be told with its next pack: what is allowed now, and which tasks
// were released, reassigned or reopened since the session was last told anything. Reads only.
#pragma once

#include <string>
#include <vector>

#include "app/workspace.h"
#include "store/records.h"

namespace hm {

Result<std::vector<std::string>> load_lever_notes(const std::optional<Id>& session_id, Workspace& workspace,
                                                  BadRows& bad);

}  // namespace hm
