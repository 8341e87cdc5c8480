// Which files in an exported directory are ours: only those are replaced or removed.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/sql/quarantine.h"

namespace hm {

// Refuses a file that is there and that no export made.
Result<void> check_is_ours(const std::filesystem::path& directory, std::string_view file);

// What the manifest of an earlier export says that it made; only paths that an export could have made.
std::vector<std::string> files_of_manifest(const std::filesystem::path& directory);

// Removes those of `before` that are ours and not among `needed`; answers them.
std::vector<std::string> remove_unneeded(const std::filesystem::path& directory, const std::vector<std::string>& before,
                                         const std::vector<std::string>& needed);

// Lets git take the lines of both sides in a merge; an import sorts them out. Left alone when there are rules already.
Result<void> write_merge_rule(const std::filesystem::path& directory);

// A node that was set aside, as a line of graph/orphans.json.
std::string orphan_line(const SetAside& node);

}  // namespace hm
