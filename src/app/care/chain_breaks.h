// Breaks of the chain that the doctor found and that nobody has mended: kept beside the store, so that every session is
// told of them at no cost to those where nothing is broken. Each run of the doctor writes them anew.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/command/workspace.h"
#include "store/records/record_links.h"

namespace hm {

// None: there is nothing left to tell. Never fails what it follows.
void keep_chain_breaks(const std::vector<DanglingReference>& dangling, const Workspace& workspace);

// A sentence for the agent; nothing when all is whole.
std::optional<std::string> chain_break_note(const Workspace& workspace);

}  // namespace hm
