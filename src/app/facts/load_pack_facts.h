// Gathers what a pack is made from. Reads only, a bounded number of rows whatever the store holds.
#pragma once

#include <string>

#include "app/recall_memo.h"
#include "app/workspace.h"
#include "domain/session.h"
#include "domain/settings.h"
#include "engine/pack/facts.h"

namespace hm {

struct PackAsk {
    std::optional<Session> session;  // without one the pack is what a new session would get
    std::string prompt = {};         // what the person said last; a pack of ours in it counts as nothing
    std::size_t budget = 15'000;     // characters of all that is injected
    std::size_t before = 0;          // of these, what goes before the pack
    std::size_t usual = 0;           // what was only found by recall ends here; 0: at the budget
    RecallMemo* memo = nullptr;      // of a process that lives on
    std::string role = {};           // that a new session would have; solo when empty
};

Result<PackFacts> load_pack_facts(const PackAsk& ask, const Settings& settings, Workspace& workspace, BadRows& bad);

// Only what goes before everything that changes: the critical anchors, with the room they have in the whole pack.
Result<PackFacts> load_stable_facts(const PackAsk& ask, const Settings& settings, Workspace& workspace, BadRows& bad);

}  // namespace hm
