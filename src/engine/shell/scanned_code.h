// Code of another language whose doing can be told because it uses nothing but what does no harm.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/shell/judge.h"

namespace hm::shell {

struct ScannedCode {
    bool writes = false;
    std::vector<std::string> paths;  // names of files in it, any of which it may write
};

// Nothing when something in it cannot be told.
std::optional<ScannedCode> scan_python(std::string_view code);

// Whether all of it replaces text in what it is fed: s/a/b/g; tr/a/b/.
bool only_replaces(std::string_view code);

// What code of any language does to files by names that stand in it: a program as such is nothing to object to, what it
// takes away is.
struct CodeDeeds {
    std::vector<Removal> removals;      // relative to where it runs
    std::vector<std::string> commands;  // shell texts that it runs
    std::string unknown_removal;        // a call that removes a folder whose name does not stand in the code; may be ""
};

// `folder` is where the code lies. REQUIRES: lines that are only remarks are left out.
CodeDeeds deeds_of(std::string code, std::string_view language, std::string folder);

}  // namespace hm::shell
