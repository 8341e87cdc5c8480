// The files that a call of an agent's tool names, however its client spells them. The one place that knows the
// spellings, shared by all dialects; which tool is of which kind is known to each dialect itself.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "engine/gate/facts.h"

namespace hm {

// Arguments that hold one path, in the order in which paths_named gives them.
std::span<const std::string_view> path_names();

// At most 200 paths, each once: those of single arguments first, then those in lists, edits and patches.
std::vector<std::string> paths_named(const json::object& arguments, ToolKind kind);

// The files that a patch names: apply_patch's own form ("*** Update File: a.ts") and unified diffs ("+++ b/a.ts").
void add_patch_paths(std::string_view patch, std::vector<std::string>& paths);

// The shell text of a call: `command` as a text or as a list of words, `cmd`, `script`.
std::string command_named(const json::object& arguments);

}  // namespace hm
