// The import graph of the mapped files, with what the project's manifests say about names.
#pragma once

#include <map>

#include "engine/codemap/graph.h"
#include "store/locate.h"
#include "store/sql/codemap.h"

namespace hm {

struct LoadedGraph {
    std::map<std::string, MappedFile> files;
    CodeGraph graph;
};

Result<LoadedGraph> load_graph(Connection& codemap, const ProjectPaths& paths, Deadline deadline);

}  // namespace hm
