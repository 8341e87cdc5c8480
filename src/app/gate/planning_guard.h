// Read before you write, for planning files that the agent's own tools write: what a session saw of a document is kept
// when it looked at it or wrote it, and compared with what is there before it writes again (the four checks of
// engine/session/file_guard.h). Any document that is read is kept, since it may become a plan's only later.
#pragma once

#include <span>
#include <string>

#include "app/event/agent_event.h"
#include "app/event/hook_frame.h"
#include "engine/session/file_guard.h"

namespace hm {

// What may be done with a planning file now; `path` is relative to the project.
GuardAnswer guard_of(std::string_view path, const Id& session_id, const Workspace& workspace);

// After a call: what it showed of documents, and how those are now that it wrote. Never fails what it follows.
void keep_documents_seen(const AfterTool& done, std::span<const FilePath> written,
                         const std::filesystem::path& directory, const HookFrame& frame, Workspace& workspace);

}  // namespace hm
