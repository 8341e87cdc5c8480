// A project's store as a whole: where it is, opened, brought up to date, or stood in for.
#pragma once

#include <sys/types.h>
#include <time.h>

#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "store/files/locate.h"
#include "store/sqlite/connection.h"
#include "store/sqlite/migrate.h"

namespace hm {

// Whether a store may lie where it lies: not behind a link, not on a file system that its processes cannot share.

// The number by which the kernel knows the kind of file system under a path; 0 when it cannot be told.
using FileSystemKindOf = unsigned long (*)(const std::filesystem::path& path);
unsigned long file_system_kind(const std::filesystem::path& path);

// The name of the kind when SQLite's log cannot live on it ("nfs"); else "".
std::string_view unfit_file_system(unsigned long kind);

// FUSE, virtiofs among it: shared memory works only among those who come in through the same mount
// (docs/adr/0011-where-the-store-lives.md).
bool may_lose_commits(unsigned long kind);

// Refuses a root on such a file system.
Result<void> check_file_system(const std::filesystem::path& root, FileSystemKindOf kind_of = file_system_kind);

// Makes the folder of the store, and `.hivemind` where that is another, for their owner alone.
Result<void> make_store_folder(const ProjectPaths& paths);

// Refuses a `.hivemind`, a folder of the store or a database that is a link, and a database with a second name:
// SQLite's log is found by the name, so two names mean two logs for one file, which destroys it.
Result<void> check_not_linked(const ProjectPaths& paths);

// Store: a project's database, opened. Nothing is created but by create(), which `hivemind init` calls.

class Store {
public:
    // Makes the store's folder (0700) and the database (0600), or brings an existing one to the latest schema.
    // Refuses a file system that processes cannot share. `now` names the backup of an upgrade.
    static Result<Store> create(const std::filesystem::path& root, Deadline deadline, Time now,
                                FileSystemKindOf kind_of = file_system_kind);
    // An older schema is brought up to date, with a backup; a newer one is refused with the remedy.
    static Result<Store> open(const ProjectPaths& paths, Deadline deadline, Time now);

    Connection& connection() { return *connection_; }
    const ProjectPaths& paths() const { return paths_; }

private:
    Store(ProjectPaths paths, std::unique_ptr<Connection> connection)
        : paths_(std::move(paths)), connection_(std::move(connection)) {}
    ProjectPaths paths_;
    std::unique_ptr<Connection> connection_;
};

// StorePlace: whether the files of an open store are still the ones at its path. A long-lived process keeps a deleted
// or replaced database open without noticing; what it writes there is gone with the process. And whether the store in
// them is still the same: another may be copied over it in place. Looks with stat, since opening the database file
// outside SQLite would drop SQLite's locks, and asks the store for its identity when the file was written to since.

class StorePlace {
public:
    // Three system calls; SQLite itself writes the database file only when it copies the log into it. The log is known
    // from the first time it is seen: SQLite makes it when it is needed, and nobody removes it while a connection is
    // open.
    bool is_kept(Connection& connection);

private:
    bool is_same_store(Connection& connection);

    ino_t log_ = 0;
    timespec written_at_{};  // the database file, when the store last told who it is
    std::string store_id_;
};

// The paths of a store that stands in for one that must not be used: Store::open() makes it empty and in memory, with
// the built-in settings. Nothing of it is kept, and nothing below .hivemind is read or written by those who have it.

ProjectPaths stand_in_paths(const std::filesystem::path& root);

bool is_stand_in(const ProjectPaths& paths);

// Upgrade: a store of an older schema is brought up to date where it lies, with a copy of what it was in its backups.
// Killed in the middle, nothing has happened; the next process begins again.

// A large store is not upgraded within a hook's short deadline: the client would end the process and begin again for
// ever. That fails with busy and the remedy.
Result<void> upgrade_store(Connection& connection, const ProjectPaths& paths, Time now,
                           Migrations migrations = all_migrations());

}  // namespace hm
