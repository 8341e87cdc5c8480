#include "store/store.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "store/migrate.h"

namespace hm {
namespace {

Result<void> make_private_directory(const std::filesystem::path& directory) {
    if (mkdir(directory.c_str(), 0700) == 0 || errno == EEXIST) return {};
    return fail(ErrorCode::io, fmt::format("Cannot make {}: {}.", directory.string(), std::strerror(errno)),
                "Run this in a directory that you may write to.");
}

// Files that SQLite makes take their mode from the database, so one umask covers them all.
class PrivateFiles {
public:
    PrivateFiles() : before_(umask(0077)) {}
    ~PrivateFiles() { umask(before_); }
    PrivateFiles(const PrivateFiles&) = delete;
    PrivateFiles& operator=(const PrivateFiles&) = delete;

private:
    mode_t before_;
};

// SQLite does not wait for others here, so we do.
Result<void> turn_on_log(Connection& connection) {
    while (true) {
        auto turned_on = connection.execute("PRAGMA journal_mode=WAL");
        const bool is_worth_waiting = !turned_on && turned_on.error().code == ErrorCode::busy;
        if (!is_worth_waiting || connection.deadline().has_passed()) return turned_on;
        usleep(2000);
    }
}

}  // namespace

Result<Store> Store::create(const std::filesystem::path& root, Deadline deadline) {
    const ProjectPaths paths = project_paths(root);
    HM_TRY(make_private_directory(paths.directory));
    const PrivateFiles private_files;
    HM_TRY_ASSIGN(auto connection, Connection::open(paths.database.string(), OpenMode::create, deadline));
    HM_TRY(turn_on_log(*connection));
    HM_TRY(migrate(*connection));
    return Store(paths, std::move(connection));
}

Result<Store> Store::open(const ProjectPaths& paths, Deadline deadline) {
    HM_TRY_ASSIGN(auto connection, Connection::open(paths.database.string(), OpenMode::existing, deadline));
    HM_TRY_ASSIGN(const int version, read_schema_version(*connection));
    HM_TRY(check_schema_version(version));
    if (version == 0) {
        return fail(Error{ErrorCode::corrupt,
                          "The store is empty.",
                          "Put a copy of yours in its place, or run `hivemind init` to make a new one.",
                          "It was emptied, or its making was cut off.",
                          {paths.database.string()}});
    }
    if (version < latest_schema_version()) HM_TRY(migrate(*connection));
    return Store(paths, std::move(connection));
}

}  // namespace hm
