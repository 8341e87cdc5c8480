// Opening a project for a command of the command line.
#pragma once

#include <filesystem>
#include <string>

#include "adapters/cli/environment.h"
#include "app/project/project.h"

namespace hm::cli {

// The project here, for commands that only read. A store that came from elsewhere is shown to a person, with a word of
// warning, and to nobody else.

Result<Project> open_to_read(Environment& environment, Duration patience);

// A directory as a person named it, from where they stand, without "." and a slash at its end.

inline std::filesystem::path named_directory(const std::filesystem::path& from, const std::string& given) {
    std::filesystem::path directory = (from / given).lexically_normal();
    return directory.has_filename() ? directory : directory.parent_path();
}

}  // namespace hm::cli
