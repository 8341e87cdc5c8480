// A session's beginning and end, its subagents, its use of the context, and what it is warned of.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/command/workspace.h"
#include "app/event/agent_event.h"
#include "engine/session/context.h"

namespace hm {

// A session begins or goes on in its client: it is kept, its project is looked at, and what it opens with is answered.

// Only the record; waits for nothing but the store.
Result<void> note_session_start(const SessionStart& event, Workspace& workspace);

// Looks at the project's files: what later looks are compared with, what the code map holds, what is new. Takes its
// time, and is made up for by the next session's look when it is lost.
Result<void> look_at_project(const AgentIdentity& who, Workspace& workspace);

// Both. Where the session before it left things is said by the pack.
Result<void> session_start(const SessionStart& event, Workspace& workspace);

// The client says that a session is over: for good, or only as far as its process goes.

// It is gone from the client: it is closed, and what it held goes back to the list.
Result<void> session_end(const AgentIdentity& who, Workspace& workspace);

// The client let go of it and may take it up again at any time, tomorrow or in the next second: that is noted, and
// nothing that the session holds is released. `reason` is the client's word; may be empty.
Result<void> session_left(const AgentIdentity& who, std::string_view reason, Workspace& workspace);

// What a person should know when a session begins: a chain that is broken, and how much waits to be validated. For the
// client's log and screen; the agent is told what concerns it with its pack.

// A sentence each, with the command that shows more.
struct SessionWarnings {
    std::optional<std::string> broken_chain;  // to be seen at once
    std::optional<std::string> stale;         // comes with time; counted no further than fifty of a noun
};

Result<SessionWarnings> session_warnings(const AgentIdentity& who, Workspace& workspace);

// The client's own subagents, kept in the registry of swarms: spawned with their parent, completed when they fall idle.

// REQUIRES: `who` names the child and its parent; without a parent nothing happens.
Result<void> subagent_start(const AgentIdentity& who, std::string_view prompt, Workspace& workspace);
// `answer` is what it said last; may be empty.
Result<void> subagent_stop(const AgentIdentity& who, std::string_view answer, Workspace& workspace);
// The client went away: those of its subagents that still ran went with it. `who` names the parent.
Result<void> subagents_left(const AgentIdentity& who, Workspace& workspace);

// The client told how many tokens are in the context: what a compaction freed is measured by it, and whether the
// session shall be split.

Result<SplitDecision> usage(const Usage& event, Workspace& workspace);

}  // namespace hm
