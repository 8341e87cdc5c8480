#include "store/files/project_files.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <fstream>

#include "base/strings.h"
#include "store/files/git.h"
#include "store/files/whole_file.h"

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

namespace fs = std::filesystem;

namespace {

constexpr std::size_t most_files = 20'000;
constexpr std::size_t longest_line = 2'000;
constexpr std::string_view head = "hivemind-seen 1 ";

}  // namespace

bool is_made_folder(std::string_view name) {
    constexpr std::array<std::string_view, 22> folders{
        ".git",          ".hivemind",   "node_modules", "build",  "dist",  "out",          "target",   ".next",
        ".nuxt",         ".cache",      ".venv",        "venv",   ".tox",  ".turbo",       "coverage", "__pycache__",
        ".pytest_cache", ".mypy_cache", ".gradle",      "vendor", ".idea", ".parcel-cache"};
    return std::find(folders.begin(), folders.end(), name) != folders.end() || name.starts_with("cmake-build");
}

std::optional<SeenFile> look_at(const fs::path& file) {
    struct stat found{};
    if (lstat(file.c_str(), &found) != 0) return std::nullopt;
    constexpr std::int64_t second = 1'000'000'000;
    return SeenFile{found.st_size, found.st_ctim.tv_sec * second + found.st_ctim.tv_nsec};
}

std::optional<SeenFiles> look_at_tree(const fs::path& root, Deadline deadline, Time now) {
    SeenFiles seen{now, {}};
    std::error_code error;
    fs::recursive_directory_iterator walk(root, fs::directory_options::skip_permission_denied, error);
    for (; !error && walk != fs::recursive_directory_iterator(); walk.increment(error)) {
        if (seen.files.size() >= most_files || deadline.has_passed()) return std::nullopt;
        const fs::path& path = walk->path();
        if (walk->is_directory(error) && !walk->is_symlink(error)) {
            if (is_made_folder(path.filename().string())) walk.disable_recursion_pending();
            continue;
        }
        const std::string name = path.lexically_relative(root).generic_string();
        const auto found = look_at(path);
        const bool can_be_kept = name.size() < longest_line && name.find('\n') == std::string::npos;
        if (found && can_be_kept) seen.files.emplace(name, *found);
    }
    return error ? std::nullopt : std::optional(std::move(seen));
}

std::optional<SeenFiles> read_seen(const fs::path& kept) {
    std::ifstream in(kept);
    std::string line;
    if (!std::getline(in, line) || !line.starts_with(head)) return std::nullopt;
    SeenFiles seen;
    seen.at.ms = std::strtoll(line.c_str() + head.size(), nullptr, 10);
    while (std::getline(in, line) && seen.files.size() < most_files) {
        char* rest = nullptr;
        SeenFile file;
        file.size = std::strtoll(line.c_str(), &rest, 10);
        file.changed_ns = std::strtoll(rest, &rest, 10);
        if (*rest == ' ') seen.files.emplace(rest + 1, file);
    }
    return seen;
}

Result<void> keep_seen(const fs::path& kept, const SeenFiles& seen) {
    HM_TRY(make_private_directory(kept.parent_path()));
    const PrivateFiles private_files;
    const fs::path making = making_name(kept);
    {
        std::ofstream out(making, std::ios::trunc);
        out << head << seen.at.ms << '\n';
        for (const auto& [path, file] : seen.files) out << file.size << ' ' << file.changed_ns << ' ' << path << '\n';
        if (!out.flush()) {
            return fail(ErrorCode::io, fmt::format("{} cannot be written.", making.string()),
                        "Make room on the disk, or look at the rights of .hivemind.");
        }
    }
    std::error_code error;
    fs::rename(making, kept, error);
    if (error)
        return fail(ErrorCode::io, fmt::format("{}: {}.", kept.string(), error.message()), "Run `hivemind doctor`.");
    return {};
}

}  // namespace hm
