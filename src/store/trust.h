// Trust: which stores this user made or accepted. The record lies outside every project, in the user's state folder, so
// that nothing a clone or an archive brings along can vouch for itself. A store without a record came from elsewhere.
//
// The record is a small file named by the inode and the birth time of the database file: a moved project keeps both,
// while a copy, a restored archive and a file that `git checkout` put in the store's place have others. Looking it up
// takes one statx and one read, and the database itself is not opened. What was written into the same file in place is
// told by the identity inside the store, which the record names as well (app/project.cc compares them).
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/enum_names.h"
#include "base/result.h"
#include "base/time.h"

namespace hm {

// `made` by this program, or `accepted` by a person with `hivemind trust`.
HM_ENUM(TrustOrigin, made, accepted)

struct TrustRecord {
    std::string store_id;            // "" until the store has told it
    std::int64_t schema_cookie = 0;  // SQLite's count of schema changes when the schema was last found to be ours
    std::filesystem::path root;      // of the project, where it was last seen
    TrustOrigin origin = TrustOrigin::made;
    Time at;
};

// $XDG_STATE_HOME/hivemind/stores, or ~/.local/state/hivemind/stores; nothing when neither variable is set.
std::optional<std::filesystem::path> trust_directory();

// Where the record of the file lies, or would; nothing when there is no such file or no state folder.
std::optional<std::filesystem::path> trust_file(const std::filesystem::path& database);

// Nothing when this user has no record of the file. Never fails: what cannot be read is no record.
std::optional<TrustRecord> find_trust(const std::filesystem::path& database);

// Writes the record, synced. REQUIRES: the file exists.
Result<void> record_trust(const std::filesystem::path& database, const TrustRecord& record);

// For a file that is going away.
void forget_trust(const std::filesystem::path& database);

// Why a store without a record is not used, and what a person can do.
Error not_trusted(const std::filesystem::path& root);

}  // namespace hm
