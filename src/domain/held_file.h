// HeldFile: a file of a place that would be removed, with what git says of it and when it came to be.
#pragma once

#include <string>

#include "base/fields.h"
#include "base/time.h"

namespace hm {

// clean: as it is in the last commit. modified: changed since, and only in the working tree. staged: git's index has
// another version than the last commit, or the file is in conflict. added: in the index and in no commit. ignored:
// matched by a pattern of .gitignore. unversioned: below no repository. foreign: of another repository, or one's own
// history.
HM_ENUM(HeldState, clean, modified, staged, added, untracked, ignored, unversioned, foreign)

struct HeldFile {
    std::string path;  // absolute
    HeldState state = HeldState::unversioned;
    std::string ignored_as = {};     // absolute: the file, or the folder above it, that a pattern matches
    bool is_folder_ignored = false;  // it is a folder that the pattern matches
    Time born_at = {};               // when it was made, as far as the file system knows; else as changed_at
    Time changed_at = {};            // when its content, its name or its rights were last changed
    bool is_as_in_index = false;     // git's index has just this content
    Time indexed_at = {};            // changed_at of the version that the index has; 0 when nobody asked
    bool is_built = false;           // made by a recorded build, as its content and folders tell
};

}  // namespace hm
