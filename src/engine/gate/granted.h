// Whether a person has allowed it for a time. Grants lift the rules about protected paths and shell classes, no other.
#pragma once

#include <string_view>

#include "engine/gate/facts.h"

namespace hm {

// A * stands for anything within a name, ** for anything at all, a folder for all below it.
bool matches_path(std::string_view pattern, std::string_view path);

bool is_granted(const GateFacts& facts, std::string_view path);
bool is_granted(const GateFacts& facts, ShellClass shell_class);

}  // namespace hm
