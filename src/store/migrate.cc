#include "store/migrate.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <vector>

#include "base/embedded.h"
#include "store/transaction.h"

namespace hm {
namespace {

struct Migration {
    int version = 0;
    std::string_view sql;
};

// "migrations/0001_first.sql" is version 1.
std::vector<Migration> migrations() {
    constexpr std::string_view folder = "migrations/";
    std::vector<Migration> found;
    for (const EmbeddedFile& file : embedded_files()) {
        if (!file.name.starts_with(folder)) continue;
        Migration migration{.sql = file.content};
        const std::string_view number = file.name.substr(folder.size(), 4);
        std::from_chars(number.data(), number.data() + number.size(), migration.version);
        found.push_back(migration);
    }
    std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.version < b.version; });
    return found;
}

// Another program's database must not become ours.
Result<void> check_is_empty(Connection& connection) {
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT name FROM sqlite_schema LIMIT 1"));
    HM_TRY_ASSIGN(const bool has_row, read.step());
    if (!has_row) return {};
    return fail(ErrorCode::corrupt, "The database is not one of HiveMind.",
                "Move .hivemind/hivemind.db aside and run `hivemind init`.");
}

}  // namespace

int latest_schema_version() {
    static const int latest = migrations().back().version;
    return latest;
}

Result<int> read_schema_version(Connection& connection) {
    HM_TRY_ASSIGN(Statement read, connection.prepare("PRAGMA user_version"));
    HM_TRY(read.step());
    return static_cast<int>(read.integer(0));
}

Result<void> check_schema_version(int version) {
    if (version <= latest_schema_version()) return {};
    return fail(ErrorCode::newer_version,
                fmt::format("The store has schema {}; this program knows up to {}.", version, latest_schema_version()),
                "Install the newer hivemind that made it. Nothing was changed.");
}

Result<void> migrate(Connection& connection) {
    for (const Migration& migration : migrations()) {
        HM_TRY_ASSIGN(Transaction transaction, Transaction::begin(connection, Durability::power_loss));
        HM_TRY_ASSIGN(const int version, read_schema_version(connection));
        HM_TRY(check_schema_version(version));
        if (version >= migration.version) continue;
        if (version == 0) HM_TRY(check_is_empty(connection));
        HM_TRY(connection.execute(std::string(migration.sql)));
        HM_TRY(connection.execute(fmt::format("PRAGMA user_version={}", migration.version)));
        HM_TRY(transaction.commit());
    }
    return {};
}

}  // namespace hm
