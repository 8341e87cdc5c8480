// Gemini CLI's words: its events and tools, and how it wants to be answered.
#pragma once

#include "adapters/hook/client_event.h"

namespace hm::gemini {

const hook::Dialect& dialect();

}  // namespace hm::gemini
