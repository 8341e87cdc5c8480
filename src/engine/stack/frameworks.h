// The frameworks and tools a project is built on: told by a package in a manifest, by a file that configures one, or by
// both. Pure.
//
// To know another: a line in frameworks.cc.
#pragma once

#include <string>
#include <vector>

#include "engine/stack/languages.h"
#include "engine/stack/stack.h"

namespace hm {

struct DetectedFramework {
    std::string_view name;
    Ecosystem ecosystem = Ecosystem::none;
    std::string version;      // as the manifest has it; may be empty
    std::string package;      // may be empty
    std::string manifest;     // where the package was found; may be empty
    std::string config_path;  // may be empty
    std::int64_t confidence = 0;
};

// In the order of the list in frameworks.cc, each once.
std::vector<DetectedFramework> detect_frameworks(const std::vector<StackPackage>& packages,
                                                 const std::vector<std::string>& paths);

}  // namespace hm
