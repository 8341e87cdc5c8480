// WholeFile: a file that is written beside its place and takes it at once, synced, so that a reader sees the old one
// or the new one and never a half. DirectoryLock keeps two processes from writing one directory's files at once.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/sha256.h"

namespace hm {

class WholeFile {
public:
    // Makes the directories above it. REQUIRES: the caller holds the lock of the directory.
    static Result<WholeFile> begin(const std::filesystem::path& path);
    WholeFile(WholeFile&& other) noexcept;
    WholeFile& operator=(WholeFile&&) = delete;
    // Removes what was not published.
    ~WholeFile();

    Result<void> add(std::string_view text);
    // Everything is on the disk, under the other name.
    Result<void> finish();
    // REQUIRES: finished.
    Result<void> publish();

    const std::filesystem::path& path() const { return path_; }
    std::uint64_t bytes() const { return bytes_; }
    const std::string& sha256() const { return sha256_; }

private:
    WholeFile(std::filesystem::path path, std::filesystem::path making, int file);
    Result<void> flush();

    std::filesystem::path path_;
    std::filesystem::path making_;
    int file_ = -1;
    std::string buffer_;
    Sha256 hash_;
    std::string sha256_;
    std::uint64_t bytes_ = 0;
};

class DirectoryLock {
public:
    // Makes the directory when it is missing; fails at once when another process holds it.
    static Result<DirectoryLock> take(const std::filesystem::path& directory);
    DirectoryLock(DirectoryLock&& other) noexcept;
    DirectoryLock& operator=(DirectoryLock&&) = delete;
    ~DirectoryLock();

private:
    explicit DirectoryLock(int file) : file_(file) {}
    int file_ = -1;
};

}  // namespace hm
