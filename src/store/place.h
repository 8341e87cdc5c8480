// Whether a store may lie where it lies: not behind a link, not on a file system that its processes cannot share.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "store/locate.h"

namespace hm {

// The number by which the kernel knows the kind of file system under a path; 0 when it cannot be told.
using FileSystemKindOf = unsigned long (*)(const std::filesystem::path& path);
unsigned long file_system_kind(const std::filesystem::path& path);

// The name of the kind when SQLite's log cannot live on it ("nfs"); else "".
std::string_view unfit_file_system(unsigned long kind);

// Refuses a root on such a file system.
Result<void> check_file_system(const std::filesystem::path& root, FileSystemKindOf kind_of = file_system_kind);

// Refuses a `.hivemind` or a database that is a link, and a database with a second name: SQLite's log is found by
// the name, so two names mean two logs for one file, which destroys it.
Result<void> check_not_linked(const ProjectPaths& paths);

}  // namespace hm
