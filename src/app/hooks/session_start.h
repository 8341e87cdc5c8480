// A session begins or goes on in its client: it is kept, its project is looked at, and what it opens with is answered.
#pragma once

#include <string>

#include "app/hooks/agent_event.h"
#include "app/workspace.h"

namespace hm {

// Only the record; waits for nothing but the store.
Result<void> note_session_start(const SessionStart& event, Workspace& workspace);

// Looks at the project's files: what later looks are compared with, what the code map holds, what is new. Takes its
// time, and is made up for by the next session's look when it is lost.
Result<void> look_at_project(const AgentIdentity& who, Workspace& workspace);

// Both. The block that says where things stand; empty when there is nothing to go on with.
Result<std::string> session_start(const SessionStart& event, Workspace& workspace);

}  // namespace hm
