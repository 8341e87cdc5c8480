// What calls of a session, of those above it and of those below them have made, as far as they are on record: when they
// ran, when something was built or installed, and which files and folders they were the first to write.
#pragma once

#include <filesystem>

#include "app/hooks/hook_frame.h"
#include "engine/gate/removal_loss.h"

namespace hm {

Result<RecordedWork> load_recorded_work(const std::filesystem::path& root, HookFrame& frame, Workspace& workspace);

}  // namespace hm
