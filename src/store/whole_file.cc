#include "store/whole_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/write_all.h"

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
Result<void> make_directories(const fs::path& directory) {
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
    HM_TRY(make_directories(path.parent_path()));
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

}  // namespace hm
