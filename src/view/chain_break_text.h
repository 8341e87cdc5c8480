// What an agent is told while records name others that are not there and nobody has mended it.
#pragma once

#include <string>
#include <vector>

namespace hm {

// REQUIRES: there is a break. Each is a line: which record names what.
std::string chain_break_text(const std::vector<std::string>& breaks);

}  // namespace hm
