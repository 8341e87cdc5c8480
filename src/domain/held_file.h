// HeldFile: a file below a place that would be removed, with what git says of it and when it came to be.
#pragma once

#include <string>

#include "base/enum_names.h"
#include "base/time.h"

namespace hm {

// clean: as it is in the last commit. modified: known to git, but changed since, or not committed yet. ignored: matched
// by a pattern of .gitignore. unversioned: below no repository. foreign: of another repository, or one's own history.
HM_ENUM(HeldState, clean, modified, untracked, ignored, unversioned, foreign)

struct HeldFile {
    std::string path;  // absolute
    HeldState state = HeldState::unversioned;
    std::string ignored_as = {};     // absolute: the file, or the folder above it, that a pattern matches
    bool is_folder_ignored = false;  // it is a folder that the pattern matches
    Time born_at = {};               // when it was made, as far as the file system knows; else as changed_at
    Time changed_at = {};            // when its content, its name or its rights were last changed
};

}  // namespace hm
