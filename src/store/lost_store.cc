#include "store/lost_store.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "store/backup.h"

namespace hm {
namespace {

namespace fs = std::filesystem;

// The first implementation used .hivemind too, with folders named graph, state and sessions; those prove nothing.
constexpr std::array<std::string_view, 9> remains{".gitignore",      "spool",       "hivemind.db-wal",
                                                  "hivemind.db-shm", "backups",     "codemap.db",
                                                  "tickets",         "wiring.json", "seen"};

bool is_there(const fs::path& file) {
    return access(file.c_str(), F_OK) == 0;
}

}  // namespace

bool has_store(const fs::path& root) {
    if (!is_there(root / ".hivemind")) return false;
    // A folder that may not be searched hides its store; opening it says so.
    return is_there(root / ".hivemind" / "hivemind.db") || errno == EACCES;
}

bool has_fail_mark(const fs::path& root) {
    return is_there(root / fail_mark);
}

bool has_store_remains(const fs::path& root) {
    const fs::path directory = root / ".hivemind";
    return is_there(directory) && std::any_of(remains.begin(), remains.end(),
                                              [&](std::string_view name) { return is_there(directory / name); });
}

Error lost_store(const ProjectPaths& paths) {
    const auto backups = list_backups(paths);
    const std::string copy =
        backups.empty() ? "<copy>" : backups.back().lexically_relative(paths.root).generic_string();
    return {ErrorCode::store_failed,
            fmt::format("The store of the project {} is missing.", paths.root.string()),
            fmt::format("Ask the person to run `hivemind backup restore {}` there, or `hivemind init` to start with an "
                        "empty store.",
                        copy),
            "The project was initialised, and its database was deleted or moved away since. Without it no call can be "
            "judged and nothing can be recorded.",
            {fmt::format("{} does not exist.", paths.database.string())}};
}

}  // namespace hm
