// Before the client compacts a session: the block for its prompt. What must survive is said by the store, never by an
// earlier summary; after two compactions that freed too little only the essentials are added.
#pragma once

#include <string>

#include "app/hooks/agent_event.h"
#include "app/workspace.h"

namespace hm {

Result<std::string> before_compact(const BeforeCompact& event, Workspace& workspace);

}  // namespace hm
