// What a session that is split hands over: the pack and the last messages, as turn 0 of the fresh one.
#pragma once

#include "app/command.h"
#include "domain/session.h"
#include "engine/split/split.h"

namespace hm {

struct SplitPackage {
    std::string shown_path;  // of its file, relative to the project
    std::string text;        // turn 0 of the fresh session
};

Result<SplitPackage> write_split_package(const Session& session, const std::vector<SplitMessage>& messages,
                                         Workspace& workspace);

// From now on it is not asked to be split again.
Result<void> mark_split(const Session& session, const CommandContext& context);

// The fresh session and the old one name each other, and the fresh one has the old one's read-head and tasks.
Result<void> link_split(const Session& old_session, const Session& fresh, Workspace& workspace);

}  // namespace hm
