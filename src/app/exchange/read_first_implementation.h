// Reads the files of the first HiveMind and of iDumb into an import. They are never changed.
#pragma once

#include <filesystem>

#include "app/exchange/read_export.h"

namespace hm {

Result<void> read_first_implementation(ImportWork& work, const std::filesystem::path& directory);

}  // namespace hm
