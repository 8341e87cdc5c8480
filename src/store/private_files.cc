#include "store/private_files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

namespace hm {

namespace fs = std::filesystem;

PrivateFiles::PrivateFiles() : before_(umask(0077)) {}

PrivateFiles::~PrivateFiles() {
    umask(before_);
}

std::unexpected<Error> refuse_link(const fs::path& link) {
    return fail(Error{ErrorCode::store_failed,
                      fmt::format("{} is a symbolic link.", link.string()),
                      "Remove the link; what it leads to stays. HiveMind makes what it needs in its place.",
                      "HiveMind reads and writes nothing through links in .hivemind: they would lead it elsewhere.",
                      {}});
}

Result<void> make_private_directory(const fs::path& directory) {
    if (mkdir(directory.c_str(), 0700) == 0) return {};
    if (errno == EEXIST) {
        struct stat facts{};
        const bool is_link = lstat(directory.c_str(), &facts) == 0 && S_ISLNK(facts.st_mode);
        return is_link ? refuse_link(directory) : Result<void>();
    }
    return fail(ErrorCode::io, fmt::format("Cannot make {}: {}.", directory.string(), std::strerror(errno)),
                "Run this in a directory that you may write to.");
}

bool make_empty_file(const fs::path& file) {
    const int made = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (made < 0) return false;
    ::close(made);
    return true;
}

fs::path making_name(const fs::path& target) {
    return fmt::format("{}.making-{}", target.string(), getpid());
}

Result<void> put_in_place(const fs::path& made, const fs::path& target) {
    int outcome = renameat2(AT_FDCWD, made.c_str(), AT_FDCWD, target.c_str(), RENAME_NOREPLACE);
    // A file system that cannot promise it gets the next best.
    if (outcome != 0 && errno == EINVAL && access(target.c_str(), F_OK) != 0) {
        outcome = std::rename(made.c_str(), target.c_str());
    }
    if (outcome == 0) {
        sync_directory(target.parent_path());
        return {};
    }
    if (errno == EEXIST) {
        return fail(ErrorCode::conflict, fmt::format("{} is there already.", target.string()),
                    "Choose another name; nothing is written over.");
    }
    return fail(ErrorCode::io, fmt::format("Cannot write {}: {}.", target.string(), std::strerror(errno)),
                "Choose a place that you may write to.");
}

void remove_database(const fs::path& file) {
    for (const char* suffix : {"", "-wal", "-shm", "-journal"}) unlink((file.string() + suffix).c_str());
}

void sync_directory(const fs::path& directory) {
    const int file = ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0) return;
    fsync(file);
    ::close(file);
}

fs::path unused_name(const fs::path& path) {
    std::error_code error;
    fs::path name = path;
    for (int i = 2; fs::exists(fs::symlink_status(name, error)); ++i) {
        name = path.parent_path() / fmt::format("{}-{}{}", path.stem().string(), i, path.extension().string());
    }
    return name;
}

std::string file_time(Time now) {
    std::string text = to_iso(now);
    std::erase_if(text, [](char c) { return c == '-' || c == ':'; });
    return text;
}

}  // namespace hm
