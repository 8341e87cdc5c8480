// A directory as a person named it, from where they stand, without "." and a slash at its end.
#pragma once

#include <filesystem>
#include <string>

namespace hm::cli {

inline std::filesystem::path named_directory(const std::filesystem::path& from, const std::string& given) {
    std::filesystem::path directory = (from / given).lexically_normal();
    return directory.has_filename() ? directory : directory.parent_path();
}

}  // namespace hm::cli
