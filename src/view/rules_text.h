// The stable part of what an agent is told: how to work under HiveMind. The same bytes every time, so that
// a provider's prompt cache stays warm.
#pragma once

#include <string>

#include "domain/settings.h"

namespace hm {

// `budget` are the characters that rules and pack may have together.
std::string rules_text(GateMode mode, std::size_t budget = 15'000);

}  // namespace hm
