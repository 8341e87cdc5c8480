// When a prompt turns the work elsewhere, the read-head moves before the pack is made, so that the pack follows at
// once. Only the words of a person count, and each prompt counts once.
#pragma once

#include "app/hooks/hook_frame.h"

namespace hm {

// A sentence for the agent when the read-head moved; nothing otherwise. A store that is held too long moves nothing.
Result<std::optional<std::string>> follow_intent(std::string_view prompt, HookFrame& frame, Workspace& workspace);

}  // namespace hm
