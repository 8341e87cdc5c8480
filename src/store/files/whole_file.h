// Files that are written whole and for their owner alone.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/digest.h"
#include "base/result.h"
#include "base/time.h"

namespace hm {

// WholeFile: a file that is written beside its place and takes it at once, synced, so that a reader sees the old one
// or the new one and never a half. DirectoryLock keeps two processes from writing one directory's files at once.

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

// Files and directories of the store that only their owner may read, made so that a crash leaves the old or
// the new, never half of it.

// While it lives, new files are for their owner only. SQLite's log takes its mode from the database, so one
// umask covers them all.
class PrivateFiles {
public:
    PrivateFiles();
    ~PrivateFiles();
    PrivateFiles(const PrivateFiles&) = delete;
    PrivateFiles& operator=(const PrivateFiles&) = delete;

private:
    mode_t before_;
};

// The refusal of a link where HiveMind reads and writes.
std::unexpected<Error> refuse_link(const std::filesystem::path& link);

// Makes it when it is not there yet. Refuses a link in its place.
Result<void> make_private_directory(const std::filesystem::path& directory);

// False when there is something under the name already, or it cannot be made.
bool make_empty_file(const std::filesystem::path& file);

// The name under which a file is made before it gets its own: "<target>.making-<process>".
std::filesystem::path making_name(const std::filesystem::path& target);

// Gives a file that is whole and synced its final name. Fails with conflict when the name is taken.
Result<void> put_in_place(const std::filesystem::path& made, const std::filesystem::path& target);

// Removes a half-made database with what SQLite made beside it.
void remove_database(const std::filesystem::path& file);

// After it, renames in the directory survive a power loss.
void sync_directory(const std::filesystem::path& directory);

// `path`, or with "-2", "-3", … in front of its extension when that is taken.
std::filesystem::path unused_name(const std::filesystem::path& path);

// For names of files, in the order of time: 20261115T203107Z.
std::string file_time(Time now);

}  // namespace hm
