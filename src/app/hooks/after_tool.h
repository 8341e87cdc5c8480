// After a tool call: its record, what it teaches, and files that changed outside of recorded calls.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/command/workspace.h"
#include "app/event/agent_event.h"
#include "app/event/hook_frame.h"
#include "domain/texts.h"

namespace hm {

// After a tool of the agent ran: a change under a task leaves a checkpoint, everything leaves an event. What else a
// call gives reason to do may wait for files, for git or for another's lock; a process in which others wait for their
// answers does it behind the record, elsewhere.

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

// A git commit that a call made becomes knowledge by itself: at most one entry, as `knowledge learn` would keep it.

// Whether the call's command made a commit.
bool made_commit(const AfterTool& done);

// Asks git for the newest commit of `directory`; before the store's write lock is asked for, and not for long. A commit
// that cannot be taken in now is with `knowledge learn`.
Result<void> learn_newest_commit(const std::filesystem::path& directory, const HookFrame& frame, Workspace& workspace);

// Keeping the code map up to date while agents work: what a call wrote is read again, and at the start of a session
// what changed meanwhile. Only where there is a map: who never asked for one pays nothing. Nothing here can fail a
// hook.

// Those of the files that the code map holds, or would; none where nobody ever asked for a map. Opens nothing.
std::vector<std::string> mapped_sources(const std::vector<FilePath>& files, const Workspace& workspace);

// REQUIRES: what the call did is recorded already.
void map_written_files(const std::vector<std::string>& sources, Workspace& workspace);

// Takes a quarter of a second at the most; what it does not reach is read when it is asked for.
void map_changed_files(Workspace& workspace);

// The hooks' part in noticing changes that no recorded call made.

// After a call: looks at protected and locked files. What the call itself was allowed to write is its own.
Result<void> note_watched_changes(const ToolUse& use, const std::filesystem::path& directory, HookFrame& frame,
                                  Workspace& workspace);

// A session begins: looks at the whole tree. What changed while no session was there is in the trail, counts against
// nobody, and what came from it is marked. Looks at nothing when another session was at work a minute ago: what that
// one is writing is not in the trail yet.
Result<void> note_changes_before(const AgentIdentity& who, Workspace& workspace);

// A session rests or ends: looks at the whole tree.
Result<void> note_tree_changes(const AgentIdentity& who, Workspace& workspace);

// The scan that nobody has to ask for: when a session begins, and every so many writes of one. It has little time, and
// what it cannot finish it leaves to the next; nothing of it can fail a hook.

// Reads what changed, and takes in what is new as knowledge.
void scan_at_session_start(const HookFrame& frame, Workspace& workspace);

// Whether the session's drift has just been looked at (app/hooks/session_signals.h): then the project's is, too. Not in
// a project that was never scanned.
bool is_scan_due(const HookFrame& frame, Workspace& workspace);

// What changed since the last scan is told in the log.
// REQUIRES: is_scan_due() said so after the session's last write.
void scan_after_write(const HookFrame& frame, Workspace& workspace);

}  // namespace hm
