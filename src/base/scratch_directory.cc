#include "base/scratch_directory.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>

namespace hm {

Result<ScratchDirectory> ScratchDirectory::make(std::string_view what) {
    std::error_code unusable;
    const std::filesystem::path temporary = std::filesystem::temp_directory_path(unusable);
    std::string name = (temporary / fmt::format("hivemind-{}-XXXXXX", what)).string();
    if (unusable || mkdtemp(name.data()) == nullptr) {
        return fail(ErrorCode::io, "No throw-away directory could be made.",
                    "Set TMPDIR to a directory that exists and can be written.");
    }
    return ScratchDirectory(name);
}

ScratchDirectory::~ScratchDirectory() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

}  // namespace hm
