#include "store/upgrade.h"

#include "store/backup.h"
#include "store/private_files.h"

namespace hm {
namespace {

// The write lock is held by the connection that upgrades, so this one sees the last state before it.
Result<void> keep_copy(const Connection& upgrading, const ProjectPaths& paths, int version, Time now) {
    HM_TRY_ASSIGN(auto reader, Connection::open(upgrading.path(), OpenMode::existing, upgrading.deadline()));
    HM_TRY(make_private_directory(paths.directory / "backups"));
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
