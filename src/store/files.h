// The project's files, read only: where a path really leads. Links and ".." are resolved, so a rule about
// paths judges the file that would be touched, not its spelling.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/enum_names.h"

namespace hm {

HM_ENUM(PathPlace, inside, outside)

struct ResolvedPath {
    std::string shown;  // relative to the root when inside, else absolute
    PathPlace place = PathPlace::inside;
};

// `given` may be absolute or relative to `directory`. The file need not exist.
ResolvedPath resolve_path(const std::filesystem::path& root, const std::filesystem::path& directory,
                          std::string_view given);

// Whether anything is there, a link that leads nowhere included.
bool is_there(const std::filesystem::path& path);

// A pattern of paths as resolved paths are shown: the folders in front of its first star as they lead.
std::string resolve_pattern(const std::filesystem::path& root, std::string_view pattern);

// Whether the file system under the root tells A from a.
bool tells_case_apart(const std::filesystem::path& root);

}  // namespace hm
