// Keeping the code map up to date while agents work: what a call wrote is read again, and at the start of a session
// what changed meanwhile. Only where there is a map: who never asked for one pays nothing. Nothing here can fail a
// hook.
#pragma once

#include <string>
#include <vector>

#include "app/workspace.h"
#include "domain/texts.h"

namespace hm {

// Those of the files that the code map holds, or would; none where nobody ever asked for a map. Opens nothing.
std::vector<std::string> mapped_sources(const std::vector<FilePath>& files, const Workspace& workspace);

// REQUIRES: what the call did is recorded already.
void map_written_files(const std::vector<std::string>& sources, Workspace& workspace);

// Takes a quarter of a second at the most; what it does not reach is read when it is asked for.
void map_changed_files(Workspace& workspace);

}  // namespace hm
