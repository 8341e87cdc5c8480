// What was handed to a subagent: said with its every request until it is done or taken back, so that no summary and no
// fresh turn can lose it.
#pragma once

#include <string>
#include <vector>

#include "app/workspace.h"
#include "domain/session.h"
#include "store/records.h"

namespace hm {

// What the session works under; else what waits for its role, handed over by a session above it, at most three. None
// for a main agent.
Result<std::vector<std::string>> load_delegation_notes(const Session& session, Workspace& workspace, BadRows& bad);

}  // namespace hm
