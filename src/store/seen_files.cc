#include "store/seen_files.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <fstream>

#include "store/private_files.h"

namespace hm {

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
