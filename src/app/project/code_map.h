// The code map of a project: kept up to date, read as a graph, checked for contradictions.
#pragma once

#include <functional>
#include <map>

#include "app/command/query.h"
#include "app/command/workspace.h"
#include "engine/codemap/graph.h"
#include "engine/codemap/inconsistencies.h"
#include "store/codemap/code_rows.h"
#include "store/codemap/codemap.h"
#include "store/files/locate.h"
#include "store/files/project_files.h"

namespace hm {

// Bringing the code map up to date with the project's files. Only what changed is read: first the look of a file is
// compared, then its content, and only then it is taken apart. Files are written in batches, so that a scan that is
// killed or cut short leaves a true map of fewer files, and two scans at once write the same.

inline constexpr std::size_t most_mapped_files = 2'000'000;
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

// A question to the code map: it is brought up to date first, without moving what `codemap diff` compares with.

// The answer says when a limit kept the map from being whole. REQUIRES: the answer's data is an object.
Result<Answer> look_at_codemap(const QueryContext& context,
                               const std::function<Result<Answer>(Connection& codemap, Deadline deadline)>& tell);

// The same for questions that must be quick: a map that was whole some seconds ago is asked as it is, unless git's
// index moved since. Whoever shows lines of files looks at those files again.
Result<Answer> glance_at_codemap(const QueryContext& context,
                                 const std::function<Result<Answer>(Connection& codemap, Deadline deadline)>& tell);

// The import graph of the mapped files, with what the project's manifests say about names.

struct LoadedGraph {
    std::map<std::string, MappedFile> files;
    CodeGraph graph;
};

Result<LoadedGraph> load_graph(Connection& codemap, const ProjectPaths& paths, Deadline deadline);

// Reading the mapped files once more for what the map alone cannot tell: which names are used where.

struct Inconsistencies {
    std::vector<Inconsistency> found;  // by kind, file and line
    bool is_whole = true;              // false when time ran out: then what needs all files is not told
};

Result<Inconsistencies> find_inconsistencies(Connection& codemap, const ProjectPaths& paths, Deadline deadline);

}  // namespace hm
