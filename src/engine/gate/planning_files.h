// Planning files: the documents in which a project keeps what it means to do. Two that write one past each other lose
// a plan, so they are read before they are written (planning_file_read.cc, planning_file_unchanged.cc). Beside those
// told by their names, the document of the plan that is worked on is one.
#pragma once

#include <string_view>

#include "engine/gate/path_patterns.h"

namespace hm {

// `path` is relative to the project.
bool is_planning_file(std::string_view path, CaseRules rules);

// Whether it is a text of the kind that plans are written in.
bool is_document(std::string_view path);

}  // namespace hm
