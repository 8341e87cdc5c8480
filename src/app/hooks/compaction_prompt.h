// A person's own prompt for compactions, from .hivemind/compaction_prompt.md, which no agent may write.
#pragma once

#include <string>
#include <string_view>

#include "app/workspace.h"

namespace hm {

// The whole prompt, with the summary before this one and the block of before_compact in it; empty when the person wrote
// none, so that the client's own holds.
Result<std::string> own_compaction_prompt(std::string_view block, std::string_view prior_summary, Workspace& workspace);

}  // namespace hm
