// The clean context plan of a session: what a subagent made of it after a compaction, in a few sentences. It stands
// among the notes of the session's packs for a while, and goes with the next compaction at the latest.
#pragma once

#include <string>

#include "base/text.h"
#include "domain/session.h"

namespace hm {

using CleanContextPlan = Text<1, 1200>;

void keep_clean_context(Session& session, const CleanContextPlan& plan);
void drop_clean_context(Session& session);

// Empty when there is none, or when the session has done much since.
std::string clean_context(const Session& session);

}  // namespace hm
