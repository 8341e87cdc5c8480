// The paths of a store that stands in for one that must not be used: Store::open() makes it empty and in memory, with
// the built-in settings. Nothing of it is kept, and nothing below .hivemind is read or written by those who have it.
#pragma once

#include "store/locate.h"

namespace hm {

ProjectPaths stand_in_paths(const std::filesystem::path& root);

bool is_stand_in(const ProjectPaths& paths);

}  // namespace hm
