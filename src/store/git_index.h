// git's list of the files it keeps, read only and without a process: whether a file is in it, and unchanged since it
// was put there. Answers "no" where it cannot tell: no repository, an index of another form, a file that was touched.
#pragma once

#include <filesystem>
#include <string_view>

namespace hm {

// `path` is relative to the root. The repository may begin above the root.
bool is_kept_by_git(const std::filesystem::path& root, std::string_view path);

}  // namespace hm
