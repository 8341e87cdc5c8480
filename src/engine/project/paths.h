// Paths of a project: patterns that name them, and the files that planning keeps.
#pragma once

#include <string>
#include <string_view>

#include "base/fields.h"

namespace hm {

// Patterns of paths, as grants, roles and tasks name them. A * stands for anything within a name, ? for one character
// of it, ** for anything at all, {a,b} for either, and a folder for all below it.

// Whether the file system tells A from a.
HM_ENUM(CaseRules, sensitive, insensitive)

// Takes time in proportion to both lengths, whatever the pattern.
bool matches_path(std::string_view pattern, std::string_view path, CaseRules rules = CaseRules::sensitive);

// The path as names are compared under these rules.
std::string comparable(std::string_view path, CaseRules rules);

// Planning files: the documents in which a project keeps what it means to do. Two that write one past each other lose
// a plan, so they are read before they are written (rules_path.cc, rules_path.cc). Beside those
// told by their names, the document of the plan that is worked on is one.

// `path` is relative to the project.
bool is_planning_file(std::string_view path, CaseRules rules);

// Whether it is a text of the kind that plans are written in.
bool is_document(std::string_view path);

}  // namespace hm
