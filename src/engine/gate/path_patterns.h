// Patterns of paths, as grants, roles and tasks name them. A * stands for anything within a name, ? for one character
// of it, ** for anything at all, {a,b} for either, and a folder for all below it.
#pragma once

#include <string>
#include <string_view>

#include "base/enum_names.h"

namespace hm {

// Whether the file system tells A from a.
HM_ENUM(CaseRules, sensitive, insensitive)

// Takes time in proportion to both lengths, whatever the pattern.
bool matches_path(std::string_view pattern, std::string_view path, CaseRules rules = CaseRules::sensitive);

// The path as names are compared under these rules.
std::string comparable(std::string_view path, CaseRules rules);

}  // namespace hm
