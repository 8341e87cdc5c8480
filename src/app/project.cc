#include "app/project.h"

#include <fmt/format.h>

#include "store/lost_store.h"
#include "store/migrate.h"
#include "store/sql/settings.h"

namespace hm {
namespace {

constexpr Duration create_deadline = seconds(10);

}  // namespace

Result<Project> Project::open(const std::filesystem::path& directory, Clock& clock, IdSource& ids, Deadline deadline) {
    const auto paths = locate_project(directory);
    if (!paths) {
        return fail(ErrorCode::not_initialised, fmt::format("{} is not in a HiveMind project.", directory.string()),
                    "Run `hivemind init` in the project's directory.", "No .hivemind was found here or above.");
    }
    if (!has_store(paths->root)) return fail(lost_store(*paths));
    HM_TRY_ASSIGN(Store store, Store::open(*paths, deadline, clock.now()));
    return Project(std::move(store), clock, ids);
}

Result<Project> Project::create(const std::filesystem::path& directory, Clock& clock, IdSource& ids) {
    const auto there = locate_project(directory);
    HM_TRY_ASSIGN(Store store,
                  Store::create(there ? there->root : directory, Deadline::in(create_deadline), clock.now()));
    return Project(std::move(store), clock, ids);
}

Result<Settings> Project::settings() {
    BadRows bad;
    return load_settings(store_->connection(), bad);
}

Result<void> Project::check_schema() {
    HM_TRY_ASSIGN(const int version, read_schema_version(store_->connection()));
    return check_schema_version(version);
}

void Project::rest() {
    store_->connection().checkpoint_passively();
}

bool is_project(const std::filesystem::path& directory) {
    return locate_project(directory).has_value();
}

std::optional<std::filesystem::path> project_root(const std::filesystem::path& directory) {
    const auto paths = locate_project(directory);
    return paths ? std::optional(paths->root) : std::nullopt;
}

}  // namespace hm
