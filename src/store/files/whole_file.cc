#include "store/files/whole_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "base/files.h"

namespace hm {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t flush_at = 256 * 1024;

std::unexpected<Error> cannot_write(const fs::path& path) {
    const int reason = errno;
    const ErrorCode code = reason == ENOSPC || reason == EDQUOT ? ErrorCode::disk_full : ErrorCode::io;
    return fail(code, fmt::format("Cannot write {}: {}.", path.string(), std::strerror(reason)),
                "Choose a directory that you may write to and that has room.");
}

// A link in the middle would lead the write elsewhere.
Result<void> make_export_directories(const fs::path& directory) {
    std::error_code error;
    if (fs::is_symlink(fs::symlink_status(directory, error))) {
        return fail(ErrorCode::refused, fmt::format("{} is a link.", directory.string()),
                    "Remove the link, or name the directory that it leads to.");
    }
    fs::create_directories(directory, error);
    if (!error) return {};
    errno = error.value();
    return cannot_write(directory);
}

}  // namespace

WholeFile::WholeFile(fs::path path, fs::path making, int file)
    : path_(std::move(path)), making_(std::move(making)), file_(file) {}

WholeFile::WholeFile(WholeFile&& other) noexcept
    : path_(std::move(other.path_)),
      making_(std::exchange(other.making_, {})),
      file_(std::exchange(other.file_, -1)),
      buffer_(std::move(other.buffer_)),
      hash_(other.hash_),
      sha256_(std::move(other.sha256_)),
      bytes_(other.bytes_) {}

WholeFile::~WholeFile() {
    if (file_ >= 0) ::close(file_);
    if (!making_.empty()) unlink(making_.c_str());
}

Result<WholeFile> WholeFile::begin(const fs::path& path) {
    HM_TRY(make_export_directories(path.parent_path()));
    const fs::path making = path.string() + ".making";
    // One that a killed process left is no use to anybody.
    unlink(making.c_str());
    const int file = ::open(making.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file < 0) return cannot_write(making);
    return WholeFile(path, making, file);
}

Result<void> WholeFile::add(std::string_view text) {
    buffer_ += text;
    return buffer_.size() < flush_at ? Result<void>() : flush();
}

Result<void> WholeFile::flush() {
    if (!write_all(file_, buffer_)) return cannot_write(making_);
    hash_.add(buffer_);
    bytes_ += buffer_.size();
    buffer_.clear();
    return {};
}

Result<void> WholeFile::finish() {
    HM_TRY(flush());
    const bool is_synced = fsync(file_) == 0;
    ::close(std::exchange(file_, -1));
    if (!is_synced) return cannot_write(making_);
    sha256_ = sha256_hex(hash_);
    return {};
}

Result<void> WholeFile::publish() {
    if (rename(making_.c_str(), path_.c_str()) != 0) return cannot_write(path_);
    making_.clear();
    const int directory = ::open(path_.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (directory >= 0) {
        fsync(directory);
        ::close(directory);
    }
    return {};
}

Result<DirectoryLock> DirectoryLock::take(const fs::path& directory) {
    std::error_code error;
    fs::create_directories(directory, error);
    const int file = ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0) return cannot_write(directory);
    DirectoryLock lock(file);
    if (flock(file, LOCK_EX | LOCK_NB) == 0) return lock;
    return fail(ErrorCode::busy, fmt::format("Another process writes {} right now.", directory.string()),
                "Wait until it is done and try again.");
}

DirectoryLock::DirectoryLock(DirectoryLock&& other) noexcept : file_(std::exchange(other.file_, -1)) {}

DirectoryLock::~DirectoryLock() {
    if (file_ >= 0) ::close(file_);
}

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
