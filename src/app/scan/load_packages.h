// What all manifests and lock files of a project say, wherever in it they lie: read anew each time, at most 200 of
// them.
#pragma once

#include "engine/documents/judge_documents.h"
#include "engine/scan/project_map.h"
#include "engine/stack/dependencies.h"

#include <filesystem>

namespace hm {

struct ProjectPackages {
    std::vector<std::string> manifests;  // their paths, the nearest to the root first
    DependencyFacts dependencies;        // without the sources
    DocumentFacts documents;             // packages and scripts alone
};

ProjectPackages load_packages(const std::filesystem::path& root, const std::vector<std::string>& paths,
                              ScanCounts& counts);

}  // namespace hm
