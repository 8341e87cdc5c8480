// What the project's manifests say of a package that was decided about. Read from the files, every time.
#pragma once

#include <filesystem>

#include "domain/decision.h"
#include "engine/project/stack.h"
#include "store/records/records.h"

namespace hm {

std::vector<StackPackage> load_manifests(const std::filesystem::path& root);

struct DecidedPackage {
    Decision decision;
    StackPackage chosen;
    StackComparison comparison;
};

// The resolved decisions about a package with which a manifest does not agree; the newest hundred are looked at.
Result<std::vector<DecidedPackage>> decisions_not_kept(const std::filesystem::path& root, Connection& connection,
                                                       BadRows& bad);

}  // namespace hm
