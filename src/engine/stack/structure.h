// The folders of a project three levels deep, each with how many files lie below it. Pure.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace hm {

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

}  // namespace hm
