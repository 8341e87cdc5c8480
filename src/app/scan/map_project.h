// The project map, made of the project's files as they are now.
#pragma once

#include "app/scan/read_files.h"

namespace hm {

// Beyond what was read it looks at manifests and lock files, at git's newest commits where a document says how old it
// is, and at the disk for what documents name.
ProjectMap map_project(const std::filesystem::path& root, const LookedFiles& looked, FilesRead read, ScanCounts counts,
                       Deadline deadline);

}  // namespace hm
