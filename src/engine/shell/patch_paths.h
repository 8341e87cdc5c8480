// The files that a patch names: apply_patch's own form ("*** Update File: a.ts") and unified diffs ("+++ b/a.ts"). Read
// as leniently as the programs that apply them: blanks around a line, Windows line ends and quoted names are accepted.
// Pure; whether a path may be written is not decided here.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hm {

// Each file once, in the order of the patch, at most `most`. Files that the patch deletes or moves count too.
std::vector<std::string> patch_paths(std::string_view patch, std::size_t most);

}  // namespace hm
