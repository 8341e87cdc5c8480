// How a turn goes on by itself: after compaction, after a split, with recalled work, with research.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/command/workspace.h"
#include "app/event/agent_event.h"
#include "app/pack/load_pack_facts.h"

namespace hm {

// Whether a session that its client has just compacted goes on by itself. It does, unless somebody else has its work:
// two sessions at one task would undo each other's changes.

// Why it stays where it is, in a sentence for the person; nothing when it goes on.
Result<std::optional<std::string>> reason_to_rest(const AgentIdentity& who, Workspace& workspace);

// A session whose context is nearly full goes on in a fresh one: when its turn has ended, what that one opens with is
// made here; the client opens it; then the two are linked here.

struct SplitDue {
    SplitPackage package;
    std::int64_t percent = 0;  // of the window in use
};

// Nothing when the session has room, is a subagent's, or was split already. Asked again before the fresh one is linked,
// it answers the same.
Result<std::optional<SplitDue>> split_due(const AgentIdentity& who, const std::vector<SplitMessage>& messages,
                                          Workspace& workspace);

// The client opened `fresh`, by its own id, for what `who` was at. Done twice, it is done once.
Result<void> link_fresh(const AgentIdentity& who, std::string_view fresh, Workspace& workspace);

// A delegation that was taken back: whose work ends with it.

// The client's own id of a session that is a subagent's; empty for any other.
Result<std::string> subagent_named(std::string_view session_id, Workspace& workspace);

// Whether what this subagent works under was taken back and nothing was given to it since.
Result<bool> was_recalled(const AgentIdentity& who, Workspace& workspace);

// A swarm that was just spawned and whose session nobody has begun yet: what its client shall open.

struct DueResearch {
    std::string swarm_id;
    std::string title;  // leads back to the swarm when the client tells of the session
    std::string text;
};

Result<std::optional<DueResearch>> research_due(std::string_view swarm_id, Workspace& workspace);

}  // namespace hm
