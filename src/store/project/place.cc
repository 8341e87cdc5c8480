#include <dirent.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/vfs.h>

#include <array>

#include "store/files/whole_file.h"
#include "store/project/store.h"

namespace hm {
namespace {

namespace fs = std::filesystem;

struct FileSystemKind {
    unsigned long kind;
    std::string_view name;
};

constexpr std::array<FileSystemKind, 8> unfit_kinds{{
    {0x6969, "nfs"},
    {0x517B, "smb"},
    {0xFF534D42, "cifs"},
    {0xFE534D42, "smb2"},
    {0x01021997, "9p"},
    {0x73757245, "coda"},
    {0x5346414F, "afs"},
    {0x00C36400, "ceph"},
}};

std::unexpected<Error> linked(const fs::path& file, std::string_view how, std::string remedy) {
    return fail(Error{ErrorCode::store_failed,
                      fmt::format("{} {}.", file.string(), how),
                      std::move(remedy),
                      "A store that is reached by two names gets two logs and is destroyed by them.",
                      {}});
}

// Whether the entry is a link; the list of a directory says so on most file systems.
bool is_link(const fs::path& directory, const dirent& entry) {
    if (entry.d_type != DT_UNKNOWN) return entry.d_type == DT_LNK;
    struct stat facts{};
    return lstat((directory / entry.d_name).c_str(), &facts) == 0 && S_ISLNK(facts.st_mode);
}

// Spool, sessions, backups and all the rest are written and read by plain names: a link among them would lead that
// elsewhere.
Result<void> check_no_links_in(const fs::path& directory) {
    DIR* listing = opendir(directory.c_str());
    if (listing == nullptr) return {};
    Result<void> outcome;
    while (const dirent* entry = readdir(listing)) {
        if (!is_link(directory, *entry)) continue;
        outcome = refuse_link(directory / entry->d_name);
        break;
    }
    closedir(listing);
    return outcome;
}

}  // namespace

unsigned long file_system_kind(const fs::path& path) {
    struct statfs facts{};
    if (statfs(path.c_str(), &facts) != 0) return 0;
    // Some kernels give the number with its sign stretched over the upper half.
    return static_cast<unsigned long>(facts.f_type) & 0xFFFFFFFFUL;
}

std::string_view unfit_file_system(unsigned long kind) {
    for (const FileSystemKind& unfit : unfit_kinds) {
        if (unfit.kind == kind) return unfit.name;
    }
    return {};
}

bool may_lose_commits(unsigned long kind) {
    constexpr unsigned long fuse = 0x65735546;
    return kind == fuse;
}

Result<void> check_file_system(const fs::path& root, FileSystemKindOf kind_of) {
    const std::string_view name = unfit_file_system(kind_of(root));
    if (name.empty()) return {};
    return fail(Error{ErrorCode::unsupported,
                      fmt::format("{} lies on {}.", root.string(), name),
                      "Put the project on a local disk and run `hivemind init` there. Nothing was made.",
                      "Several processes cannot share a store over the network: its log needs shared memory.",
                      {}});
}

Result<void> make_store_folder(const ProjectPaths& paths) {
    HM_TRY(make_private_directory(paths.directory));
    if (paths.store == paths.directory) return {};
    // Of a part of a repository it lies two folders deeper.
    const fs::path in_git = paths.store.lexically_relative(paths.git);
    fs::path folder = paths.git;
    for (const fs::path& name : in_git) HM_TRY(make_private_directory(folder /= name));
    return {};
}

Result<void> check_not_linked(const ProjectPaths& paths) {
    struct stat facts{};
    for (const fs::path& folder : {paths.directory, paths.store}) {
        if (lstat(folder.c_str(), &facts) != 0 || !S_ISLNK(facts.st_mode)) continue;
        return linked(folder, "is a link",
                      "Remove the link and put the real directory in its place, or work in the project it leads to.");
    }
    if (paths.store != paths.directory) HM_TRY(check_no_links_in(paths.directory));
    if (lstat(paths.database.c_str(), &facts) != 0) return check_no_links_in(paths.store);
    if (S_ISLNK(facts.st_mode)) {
        return linked(paths.database, "is a link", "Remove the link and put the file it leads to in its place.");
    }
    if (S_ISREG(facts.st_mode) && facts.st_nlink > 1) {
        return linked(paths.database, fmt::format("has {} names", facts.st_nlink),
                      "Remove the other names (hard links), or make a copy with `cp` and put it in its place.");
    }
    return check_no_links_in(paths.store);
}

}  // namespace hm
