// Gathers what a pack is made from. Reads only, a bounded number of rows whatever the store holds.
#pragma once

#include <string_view>

#include "app/workspace.h"
#include "domain/session.h"
#include "domain/settings.h"
#include "engine/pack/facts.h"
#include "store/records.h"

namespace hm {

// Without a session the pack is what a new session would get.
Result<PackFacts> load_pack_facts(const std::optional<Session>& session, std::string_view prompt,
                                  const Settings& settings, Workspace& workspace, BadRows& bad);

}  // namespace hm
