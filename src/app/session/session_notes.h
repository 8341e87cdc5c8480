// What a session is told with its pack beside its state: its signals, and after a compaction what to do first.
#pragma once

#include <string>
#include <vector>

#include "app/workspace.h"
#include "domain/session.h"
#include "domain/settings.h"
#include "store/records.h"

namespace hm {

// Adds at most seven notes: a broken chain, the call for purification until it was answered, the plan that came of a
// purification, where the session before was or how to begin in a project without one, and three signals, worst first.
Result<void> add_session_notes(const Session& session, const Settings& settings, Workspace& workspace,
                               std::vector<std::string>& notes, BadRows& bad);

}  // namespace hm
