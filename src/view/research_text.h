// What a headless researcher is told: what to find out, how to hand it over, and until when.
#pragma once

#include <string>

#include "domain/swarm.h"

namespace hm {

std::string research_text(const Swarm& swarm);

}  // namespace hm
