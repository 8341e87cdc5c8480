// Trust: which stores this user made or accepted. The record lies outside every project, in the user's state folder, so
// that nothing a clone or an archive brings along can vouch for itself. A store without a record came from elsewhere.
//
// The record is a small file named by the inode and the birth time of the database file: a moved project keeps both,
// while a copy, a restored archive and a file that `git checkout` put in the store's place have others. Looking it up
// takes one statx and one read, and the database itself is not opened. What was written into the same file in place is
// told by the identity inside the store, which the record names as well (app/project/project.cc compares them).
//
// SQLite plays into a database what lies beside it as its log. So the record names the log too, in the same way, and
// one that holds something and is another is not played: git writes a file that a repository tracks also where the file
// is ignored, under a new inode.
//
// Beside the records lie places: for the root of a project, by the path alone, that a store of this user was there and
// how it fails. They are asked only where no project is found, so that a store that went with its whole folder is
// missed.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/fields.h"
#include "base/result.h"
#include "base/time.h"
#include "store/files/locate.h"

namespace hm {

// `made` by this program, or `accepted` by a person with `hivemind trust`.
HM_ENUM(TrustOrigin, made, accepted)

struct TrustRecord {
    std::string store_id;            // "" until the store has told it
    std::int64_t schema_cookie = 0;  // SQLite's count of schema changes when the schema was last found to be ours
    std::filesystem::path root;      // of the project, where it was last seen
    TrustOrigin origin = TrustOrigin::made;
    Time at;
    std::string log = {};             // the inode and the birth time of the database's log; "" until it was seen
    std::filesystem::path file = {};  // where find_trust() found it
};

// $XDG_STATE_HOME/hivemind/stores, or ~/.local/state/hivemind/stores; nothing when neither variable is set.
std::optional<std::filesystem::path> trust_directory();

// Where the record of the file lies, or would; nothing when there is no such file or no state folder.
std::optional<std::filesystem::path> trust_file(const std::filesystem::path& database);

// Nothing when this user has no record of the file. Never fails: what cannot be read is no record.
std::optional<TrustRecord> find_trust(const std::filesystem::path& database);

// The projects of the records that are still there, the newest record first, at most that many.
std::vector<std::filesystem::path> trusted_roots(std::size_t most);

// Writes the record, synced. REQUIRES: the file exists.
Result<void> record_trust(const std::filesystem::path& database, const TrustRecord& record);

// Writes a record that find_trust() found where it was found, even if another file is in the database's place by now;
// nothing where it was forgotten meanwhile.
Result<void> renew_trust(const TrustRecord& record);

// For a file that is going away.
void forget_trust(const std::filesystem::path& database);

// Before the database is opened: fails with refused when the log or the journal beside it holds something and is not
// the one that the record names. Where there is none, an empty one is made and recorded, so that what SQLite fills is
// known before it is filled; the record changes with it.
Result<void> check_log(const std::filesystem::path& database, TrustRecord& record);

// As the record names it; "" when there is none.
std::string name_of_log(const std::filesystem::path& database);

struct KnownPlace {
    std::filesystem::path root;
    bool fails_closed = false;
};

// Remembers the place of a project; writes nothing when it is known so. What cannot be written is left out.
// REQUIRES: the path is real, without links.
void keep_place(const KnownPlace& place);

// Nothing when no store of this user is known to have been at that root.
std::optional<KnownPlace> find_place(const std::filesystem::path& root);

void forget_place(const std::filesystem::path& root);

// For a project that is elsewhere now.
void move_place(const std::filesystem::path& from, const std::filesystem::path& to);

// Where they lie, for who looks for several; "" when no place is known.
std::string places_folder();
std::optional<KnownPlace> find_place(const std::string& places, const std::filesystem::path& root);

// Why a store without a record is not used, and what a person can do.
Error not_trusted(const std::filesystem::path& root);

// Tickets: small secrets that one process leaves for another beside the store, one file each, taken exactly once.
// The name of the file is the ticket; it cannot be guessed. Old ones are removed by whoever leaves the next.

// Leaves a ticket with this content and answers its name.
Result<std::string> leave_ticket(const ProjectPaths& paths, std::string_view content);

// The content, the first time it is asked for within ten minutes; else nothing.
std::optional<std::string> take_ticket_content(const ProjectPaths& paths, std::string_view ticket);

}  // namespace hm
