// What lock files say: at which version a package is held. Pure.
//
// To add a lock file: its reader in lock_files.cc, and its line in the list there.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hm {

struct LockedPackage {
    std::string name;  // lower case
    std::string version;
};

std::vector<std::string_view> lock_file_names();

// In the order of the file, at most 20,000. A package that is held at several versions has several; the one that the
// project itself uses comes first where the file says which it is.
std::vector<LockedPackage> read_lock_file(std::string_view name, std::string_view text);

}  // namespace hm
