// Files and directories of the store that only their owner may read, made so that a crash leaves the old or
// the new, never half of it.
#pragma once

#include <sys/types.h>

#include <filesystem>

#include "base/result.h"
#include "base/time.h"

namespace hm {

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
