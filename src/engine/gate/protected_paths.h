// The files that an agent must not change, or the gate would guard nothing: HiveMind's own, the history, secrets, and
// what tells a client which hooks to run and which agents there are.
#pragma once

#include <span>
#include <string_view>

#include "engine/project/paths.h"

namespace hm {

// `path` is relative to the project when inside it. A folder that holds a protected file counts too when it is one of
// the protected folders itself.
bool is_protected_path(std::string_view path, CaseRules rules);

// The protected files at the project's root whose change is worth looking for; folders end in '/'.
std::span<const std::string_view> watched_protected_paths();

}  // namespace hm
