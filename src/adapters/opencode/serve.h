// `hivemind serve opencode`: the child that the plugin keeps. One JSON object a line in, one out; it ends
// when its input ends, so it cannot outlive its host.
#pragma once

#include <filesystem>

#include "base/id.h"
#include "base/time.h"

namespace hm::opencode {

// Returns the exit code.
int serve(const std::filesystem::path& directory, Clock& clock, IdSource& ids);

}  // namespace hm::opencode
