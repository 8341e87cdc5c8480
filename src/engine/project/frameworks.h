// The frameworks and tools a project is built on: told by a package in a manifest, by a file that configures one, or by
// both. Pure.
//
// To know another: a line in frameworks.cc.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "engine/project/languages.h"
#include "engine/project/stack.h"

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

// The folders of a project three levels deep, each with how many files lie below it. Pure.

struct FolderCount {
    std::string path;
    std::size_t depth = 1;
    std::size_t files = 0;    // anywhere below
    std::size_t folders = 0;  // directly below
};

struct RootStructure {
    std::vector<FolderCount> folders;     // in the order of their paths, at most 300
    std::vector<std::string> root_files;  // at most 100
    std::size_t left_out = 0;             // folders and files of the root beyond that
};

RootStructure root_structure(const std::vector<std::string>& paths);

// Which files of a project are samples: examples, templates and fixtures are built on what they show, not on what the
// project is built on. Told by the folders on the way. Pure.

bool is_sample_path(std::string_view path);

}  // namespace hm
