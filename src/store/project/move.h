// Moving a store that lies in `.hivemind` of a git project to where it belongs, git's common directory: an older
// program made it there, or the project became a git repository since. The database changes its place by one rename
// while nobody has it open, so at every moment there is one whole store; it keeps its inode, and with it this user's
// trust. What is moved after it (backups, spool and the like) is finished by the next move when a process was killed in
// between.
#pragma once

#include <filesystem>
#include <optional>

#include "base/deadline.h"
#include "base/result.h"
#include "base/time.h"
#include "store/files/locate.h"

namespace hm {

struct StoreMove {
    ProjectPaths from;
    ProjectPaths to;
    bool is_begun = false;  // the database is in its new place already
};

// Nothing when the store lies where it belongs, and nothing of it was left behind.
std::optional<StoreMove> due_move(const std::filesystem::path& root);

// Fails with busy when others keep the store open; then all is as it was. REQUIRES: the store is this user's.
Result<void> move_store(const StoreMove& move, Deadline deadline, Time now);

// A database in `.hivemind` that nobody uses, since the project's store lies in git's directory; "" when there is none.
std::filesystem::path unused_store(const ProjectPaths& paths);

}  // namespace hm
