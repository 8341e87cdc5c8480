// The files of the project as their owner sees them: what git tracks or would track, and where there is no repository,
// a walk without the folders that builds and packages fill. Bounded in number and time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/deadline.h"
#include "base/result.h"
#include "base/time.h"

namespace hm {

struct ProjectFiles {
    std::vector<std::string> paths;  // below the root, in order
    bool is_whole = true;            // false when a limit was met: what is not listed may be there nevertheless
    bool is_from_git = false;
};

ProjectFiles list_project_files(const std::filesystem::path& root, std::size_t most, Deadline deadline);

// How files looked when they were last seen: size and time of change, kept in a small file of its own, so that a change
// that no recorded call made can be noticed. A cache: losing it loses one comparison and nothing else.

struct SeenFile {
    std::int64_t size = 0;
    std::int64_t changed_ns = 0;  // since the epoch
    bool operator==(const SeenFile&) const = default;
};

struct SeenFiles {
    Time at;
    std::map<std::string, SeenFile> files;  // by their path below the project's root
};

// Nothing when it is not there. Links are looked at, not followed.
std::optional<SeenFile> look_at(const std::filesystem::path& file);

// Whether a folder of that name holds what version control, packages and builds keep, and nobody's own work.
bool is_made_folder(std::string_view name);

// The project's files without what version control, packages and builds keep. Stops at the deadline and at 20,000
// files; nothing then, because half a view would take the other half for gone.
std::optional<SeenFiles> look_at_tree(const std::filesystem::path& root, Deadline deadline, Time now);

std::optional<SeenFiles> read_seen(const std::filesystem::path& kept);
Result<void> keep_seen(const std::filesystem::path& kept, const SeenFiles& seen);

}  // namespace hm
