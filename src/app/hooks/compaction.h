// Compaction: what the summary shall keep, what follows it, and our own prompt for it.
#pragma once

#include <string>
#include <string_view>

#include "app/command/workspace.h"
#include "app/event/agent_event.h"

namespace hm {

// Before the client compacts a session: the block for its prompt. What must survive is said by the store, never by an
// earlier summary; after two compactions that freed too little only the essentials are added.

Result<std::string> before_compact(const BeforeCompact& event, Workspace& workspace);

// After the client compacted a session: it is counted, so that the next pack says so.

Result<void> after_compact(const AgentIdentity& who, Workspace& workspace);

// A person's own prompt for compactions, from .hivemind/compaction_prompt.md, which no agent may write.

// The whole prompt, with the summary before this one and the block of before_compact in it; empty when the person wrote
// none, so that the client's own holds.
Result<std::string> own_compaction_prompt(std::string_view block, std::string_view prior_summary, Workspace& workspace);

}  // namespace hm
