// Claude Code's words: its events and tools, and how it wants to be answered.
#pragma once

#include "adapters/hook/client_event.h"

namespace hm::claude_code {

const hook::Dialect& dialect();

}  // namespace hm::claude_code
