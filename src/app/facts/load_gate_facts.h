// Gathers what the gate decides on, from the store and the project's files. Reads only.
#pragma once

#include <filesystem>

#include "app/hooks/hook_frame.h"

namespace hm {

// Whether a write without a task may take up the one task that is plainly next.
HM_ENUM(Inheriting, yes, no)

Result<GateFacts> load_gate_facts(const ToolUse& use, HookFrame& frame, const std::filesystem::path& directory,
                                  Workspace& workspace, Inheriting inheriting = Inheriting::yes);

}  // namespace hm
