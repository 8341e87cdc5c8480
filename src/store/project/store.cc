#include "store/project/store.h"

#include <sys/stat.h>

#include "store/files/whole_file.h"
#include "store/project/backup.h"
#include "store/queries/memory.h"
#include "store/sqlite/connection.h"
#include "store/sqlite/migrate.h"

namespace hm {
namespace {

struct OpenedStore {
    std::unique_ptr<Connection> connection;
    int version = 0;
};

// A store may be replaced while we wait for its lock; then ours is no longer the project's. After the first read
// our lock keeps it where it is.
Result<OpenedStore> open_unmoved(const ProjectPaths& paths, Deadline deadline) {
    while (true) {
        HM_TRY_ASSIGN(auto connection, Connection::open(paths.database.string(), OpenMode::existing, deadline));
        const auto version = read_schema_version(*connection);
        // The old file beside the new one's log reads as damaged; that is no reason to give up either.
        if (connection->has_moved() && !deadline.has_passed()) continue;
        if (!version) return fail(version.error());
        return OpenedStore{std::move(connection), *version};
    }
}

}  // namespace

Result<Store> Store::create(const std::filesystem::path& root, Deadline deadline, Time now, FileSystemKindOf kind_of) {
    const ProjectPaths paths = project_paths(root);
    HM_TRY(check_file_system(paths.git.empty() ? root : paths.git, kind_of));
    HM_TRY(check_not_linked(paths));
    HM_TRY(make_store_folder(paths));
    const PrivateFiles private_files;
    HM_TRY_ASSIGN(auto connection, Connection::open(paths.database.string(), OpenMode::create, deadline));
    HM_TRY(turn_on_log(*connection));
    HM_TRY(upgrade_store(*connection, paths, now));
    // The first process to open a store reads its whole log, so what makes the tables is not left there. Others who
    // are in the way only delay it.
    (void)connection->execute("PRAGMA wal_checkpoint(TRUNCATE)");
    return Store(paths, std::move(connection));
}

Result<Store> Store::open(const ProjectPaths& paths, Deadline deadline, Time now) {
    HM_TRY(check_not_linked(paths));
    HM_TRY_ASSIGN(OpenedStore opened, open_unmoved(paths, deadline));
    auto& [connection, version] = opened;
    HM_TRY(check_schema_version(version));
    if (version == 0 && !is_stand_in(paths)) {
        return fail(Error{ErrorCode::corrupt,
                          "The store is empty.",
                          "Run `hivemind doctor --fix` to move it aside and make a new one, or "
                          "`hivemind backup restore <path>` to put a copy in its place.",
                          "It was emptied, or its making was cut off.",
                          {paths.database.string()}});
    }
    if (version < latest_schema_version()) {
        HM_TRY(upgrade_store(*connection, paths, now));
        // Memories without prints are found all the same, only not as repeats; what the deadline leaves, `doctor`
        // fills.
        const auto filled = fill_all_missing_prints(*connection);
        if (!filled && filled.error().code != ErrorCode::busy) return fail(filled.error());
    }
    // A new worktree has none yet, and `git clean -x` takes it. Where it cannot be made, nothing is kept in it.
    if (paths.store != paths.directory && !is_stand_in(paths)) (void)make_private_directory(paths.directory);
    return Store(paths, std::move(connection));
}

bool StorePlace::is_kept(Connection& connection) {
    if (connection.has_moved()) return false;
    struct stat log{};
    const bool is_there = stat((connection.path() + "-wal").c_str(), &log) == 0;
    if (log_ == 0 && is_there) log_ = log.st_ino;
    const bool is_log_kept = log_ == 0 || (is_there && log.st_ino == log_);
    return is_log_kept && is_same_store(connection);
}

bool StorePlace::is_same_store(Connection& connection) {
    struct stat file{};
    if (stat(connection.path().c_str(), &file) != 0) return false;
    const bool is_untouched = file.st_ctim.tv_sec == written_at_.tv_sec && file.st_ctim.tv_nsec == written_at_.tv_nsec;
    if (is_untouched) return true;
    const auto id = read_store_id(connection);
    // A store that another process holds is asked again the next time.
    if (!id) return id.error().code == ErrorCode::busy;
    if (written_at_.tv_sec != 0 && *id != store_id_) return false;
    store_id_ = *id;
    written_at_ = file.st_ctim;
    return true;
}

namespace {

constexpr const char* in_memory = ":memory:";

}  // namespace

ProjectPaths stand_in_paths(const std::filesystem::path& root) {
    // Below a file there can be no file: what would be kept beside the store finds no place.
    ProjectPaths paths = project_paths("/dev/null");
    paths.root = root;
    paths.database = in_memory;
    return paths;
}

bool is_stand_in(const ProjectPaths& paths) {
    return paths.database == in_memory;
}

namespace {

// The write lock is held by the connection that upgrades, so this one sees the last state before it.
Result<void> keep_copy(const Connection& upgrading, const ProjectPaths& paths, int version, Time now) {
    HM_TRY_ASSIGN(auto reader, Connection::open(upgrading.path(), OpenMode::existing, upgrading.deadline()));
    HM_TRY(make_private_directory(paths.store / "backups"));
    return copy_database(*reader, upgrade_backup_name(paths, version, now));
}

Result<void> check_time_is_enough(const Connection& connection) {
    constexpr Duration patience_of_people = seconds(1);
    constexpr std::uintmax_t quickly_copied_bytes = 32U << 20U;
    std::error_code error;
    const std::uintmax_t bytes = std::filesystem::file_size(connection.path(), error);
    const bool is_large = !error && bytes > quickly_copied_bytes;
    if (!is_large || connection.deadline().left() >= patience_of_people) return {};
    return fail(ErrorCode::busy, "The store is of an older version and too large to upgrade while a client waits.",
                "Run `hivemind status` once in the project; it upgrades the store.");
}

}  // namespace

Result<void> upgrade_store(Connection& connection, const ProjectPaths& paths, Time now, Migrations migrations) {
    HM_TRY(check_time_is_enough(connection));
    return migrate(connection, migrations, [&](int version) { return keep_copy(connection, paths, version, now); });
}

}  // namespace hm
