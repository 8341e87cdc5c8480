// Which protected files of a project are there to be looked at.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace hm {

// Relative to the root; of a folder the first few.
std::vector<std::string> protected_files(const std::filesystem::path& root);

// Whether the file, relative to the root, is one of them by another name (a hard link).
bool is_also_protected(const std::filesystem::path& root, std::string_view path);

}  // namespace hm
