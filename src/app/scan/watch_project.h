// The scan that nobody has to ask for: when a session begins, and every so many writes of one. It has little time, and
// what it cannot finish it leaves to the next; nothing of it can fail a hook.
#pragma once

#include "app/hooks/hook_frame.h"

namespace hm {

// Reads what changed, and takes in what is new as knowledge.
void scan_at_session_start(const HookFrame& frame, Workspace& workspace);

// When the session's drift has just been looked at (app/session/scan_drift.h), the project's is, too: what changed
// since the last scan is told in the log. Nothing is looked at in a project that was never scanned.
void scan_after_write(const HookFrame& frame, Workspace& workspace);

}  // namespace hm
