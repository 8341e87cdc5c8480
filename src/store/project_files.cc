#include "store/project_files.h"

#include <algorithm>

#include "base/utf8.h"
#include "store/run_git.h"
#include "store/seen_files.h"

namespace hm {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t longest_path = 1000;
constexpr std::size_t bytes_for_each = 200;

// Even where git tracks them these are not read: others' code and our own files.
bool is_in_foreign_folder(std::string_view path) {
    return path.starts_with(".hivemind/") || path.starts_with("node_modules/") ||
           path.find("/node_modules/") != std::string_view::npos;
}

bool can_be_kept(std::string_view path) {
    return !path.empty() && path.size() < longest_path && path.find('\n') == std::string_view::npos &&
           is_valid_utf8(path);
}

bool add(std::string_view path, std::size_t most, ProjectFiles& files) {
    if (!can_be_kept(path) || is_in_foreign_folder(path)) return true;
    if (files.paths.size() >= most) return false;
    files.paths.emplace_back(path);
    return true;
}

bool list_from_git(const fs::path& root, std::size_t most, Deadline deadline, ProjectFiles& files) {
    const auto printed = run_git(
        {"git", "-C", root.string(), "-c", "core.quotePath=false", "ls-files", "-z", "-co", "--exclude-standard"},
        most * bytes_for_each, deadline);
    if (!printed || (printed->exit_code != 0 && !printed->is_cut)) return false;
    files.is_from_git = true;
    files.is_whole = !printed->is_cut;
    std::string_view rest = printed->out;
    for (std::size_t end = rest.find('\0'); end != std::string_view::npos; end = rest.find('\0')) {
        if (!add(rest.substr(0, end), most, files)) files.is_whole = false;
        rest.remove_prefix(end + 1);
    }
    return true;
}

void list_by_walk(const fs::path& root, std::size_t most, Deadline deadline, ProjectFiles& files) {
    std::error_code error;
    fs::recursive_directory_iterator walk(root, fs::directory_options::skip_permission_denied, error);
    for (; !error && walk != fs::recursive_directory_iterator(); walk.increment(error)) {
        if (deadline.has_passed()) files.is_whole = false;
        if (!files.is_whole) return;
        std::error_code unknown;
        if (walk->is_directory(unknown) && !walk->is_symlink(unknown)) {
            if (is_made_folder(walk->path().filename().string())) walk.disable_recursion_pending();
            continue;
        }
        if (!add(walk->path().lexically_relative(root).generic_string(), most, files)) files.is_whole = false;
    }
    if (error) files.is_whole = false;
}

}  // namespace

ProjectFiles list_project_files(const fs::path& root, std::size_t most, Deadline deadline) {
    ProjectFiles files;
    if (!list_from_git(root, most, deadline, files)) list_by_walk(root, most, deadline, files);
    std::ranges::sort(files.paths);
    // A conflict in git's index names a file more than once.
    files.paths.erase(std::unique(files.paths.begin(), files.paths.end()), files.paths.end());
    return files;
}

}  // namespace hm
