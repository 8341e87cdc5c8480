// The doctor: what is wrong with a project's store and wiring, each with its remedy. Mending moves bad rows
// to quarantine, takes in the spool and closes files to others; it deletes nothing.
#pragma once

#include <string>
#include <vector>

#include "app/workspace.h"
#include "base/enum_names.h"

namespace hm {

HM_ENUM(Severity, fine, warning, trouble)

struct Finding {
    Severity severity = Severity::fine;
    std::string about;  // "store", "rows", "spool"
    std::string what;
    std::string remedy;
};

Result<std::vector<Finding>> examine_store(Workspace& workspace);

// What was mended, a line each.
Result<std::vector<std::string>> mend_store(Workspace& workspace);

}  // namespace hm
