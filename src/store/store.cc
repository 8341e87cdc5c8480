#include "store/store.h"

#include "store/private_files.h"
#include "store/sql/memory_prints.h"
#include "store/stand_in.h"
#include "store/turn_on_log.h"
#include "store/upgrade.h"

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
    HM_TRY(check_file_system(root, kind_of));
    HM_TRY(check_not_linked(paths));
    HM_TRY(make_private_directory(paths.directory));
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
    return Store(paths, std::move(connection));
}

}  // namespace hm
