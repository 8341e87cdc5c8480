// Reading the mapped files once more for what the map alone cannot tell: which names are used where.
#pragma once

#include "app/codemap/load_graph.h"
#include "engine/codemap/inconsistencies.h"

namespace hm {

struct Inconsistencies {
    std::vector<Inconsistency> found;  // by kind, file and line
    bool is_whole = true;              // false when time ran out: then what needs all files is not told
};

Result<Inconsistencies> find_inconsistencies(Connection& codemap, const ProjectPaths& paths, Deadline deadline);

}  // namespace hm
