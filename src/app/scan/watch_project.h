// The scan that nobody has to ask for: when a session begins, and every so many writes of one. It has little time, and
// what it cannot finish it leaves to the next; nothing of it can fail a hook.
#pragma once

#include "app/hooks/hook_frame.h"

namespace hm {

// Reads what changed, and takes in what is new as knowledge.
void scan_at_session_start(const HookFrame& frame, Workspace& workspace);

// Whether the session's drift has just been looked at (app/session/scan_drift.h): then the project's is, too. Not in a
// project that was never scanned.
bool is_scan_due(const HookFrame& frame, Workspace& workspace);

// What changed since the last scan is told in the log.
// REQUIRES: is_scan_due() said so after the session's last write.
void scan_after_write(const HookFrame& frame, Workspace& workspace);

}  // namespace hm
