// Store: a project's database, opened. Nothing is created but by create(), which `hivemind init` calls.
#pragma once

#include <memory>

#include "store/connection.h"
#include "store/locate.h"
#include "store/place.h"

namespace hm {

class Store {
public:
    // Makes .hivemind (0700) and the database (0600), or brings an existing one to the latest schema.
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

}  // namespace hm
