#include "app/work_directory.h"

#include <cstdlib>

namespace hm {

namespace fs = std::filesystem;

namespace {

fs::path directory_of(std::string_view given, const fs::path& clients) {
    const bool is_of_home = given == "~" || given.starts_with("~/");
    if (!is_of_home) return given == "." ? clients : clients / given;
    const char* home = std::getenv("HOME");
    // Without a home nobody can say where it is; it is not the project.
    const fs::path start = home != nullptr && *home == '/' ? fs::path(home) : fs::path("/");
    return given.size() > 2 ? start / given.substr(2) : start;
}

}  // namespace

std::vector<fs::path> work_directories(const ToolUse& use, const fs::path& clients) {
    std::vector<fs::path> found;
    for (const std::string& given : use.directories) found.push_back(directory_of(given, clients));
    if (found.empty()) found.push_back(clients);
    return found;
}

}  // namespace hm
