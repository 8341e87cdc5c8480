// The stable part of what an agent is told: how to work under HiveMind. The same bytes every time, so that
// a provider's prompt cache stays warm.
#pragma once

#include <string>

#include "domain/settings.h"

namespace hm {

HM_ENUM(RulesLength, all, line)

std::string rules_text(GateMode mode, RulesLength length = RulesLength::all);
// As much of them as befits so many characters for everything.
std::string rules_within(GateMode mode, std::size_t budget);

}  // namespace hm
