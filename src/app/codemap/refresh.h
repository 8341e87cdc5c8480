// Bringing the code map up to date with the project's files. Only what changed is read: first the look of a file is
// compared, then its content, and only then it is taken apart. Files are written in batches, so that a scan that is
// killed or cut short leaves a true map of fewer files, and two scans at once write the same.
#pragma once

#include <functional>
#include <map>

#include "app/workspace.h"
#include "store/codemap.h"
#include "store/project_files.h"
#include "store/sql/codemap.h"

namespace hm {

inline constexpr std::size_t most_mapped_files = 50'000;
inline constexpr std::size_t largest_mapped_file = 1'000'000;

struct ScanReport {
    std::int64_t files = 0;  // in the map, read
    std::int64_t added = 0;
    std::int64_t changed = 0;
    std::int64_t removed = 0;
    std::int64_t unchanged = 0;
    std::int64_t bytes = 0;                       // read in this scan
    std::map<std::string, std::int64_t> skipped;  // why → how many: binary, minified, generated, too_large, unreadable
    std::int64_t not_code = 0;
    bool is_whole = true;  // false when a limit was met; the next scan goes on
};

// Reads what changed since the map was last brought up to date.
Result<ScanReport> refresh_codemap(Connection& codemap, Workspace& workspace, Deadline deadline);

// The same for files that are known to have changed. Those that are no code, or not of the project, are passed over.
Result<void> refresh_files(Connection& codemap, const std::vector<std::string>& paths, Workspace& workspace,
                           Deadline deadline);

// Opens the map, and begins it anew and once more when `act` finds it damaged.
Result<void> with_codemap(const ProjectPaths& paths, Deadline deadline,
                          const std::function<Result<void>(Connection& codemap)>& act);

}  // namespace hm
