// The files of the project as their owner sees them: what git tracks or would track, and where there is no repository,
// a walk without the folders that builds and packages fill. Bounded in number and time.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "base/deadline.h"

namespace hm {

struct ProjectFiles {
    std::vector<std::string> paths;  // below the root, in order
    bool is_whole = true;            // false when a limit was met: what is not listed may be there nevertheless
    bool is_from_git = false;
};

ProjectFiles list_project_files(const std::filesystem::path& root, std::size_t most, Deadline deadline);

}  // namespace hm
