#include "store/migrate.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <vector>

#include "base/embedded.h"
#include "store/transaction.h"

namespace hm {
namespace {

// "migrations/0001_first.sql" is version 1.
std::vector<Migration> embedded_migrations() {
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
                "Run `hivemind doctor --fix`: it moves the file aside and makes a new store.");
}

Result<void> check_not_newer(int version, int latest) {
    if (version <= latest) return {};
    return fail(ErrorCode::newer_version,
                fmt::format("The store has schema {}; this program knows up to {}.", version, latest),
                "Install the newer hivemind that made it. Nothing was changed.");
}

// A table cannot be rebuilt while its keys are enforced. SQLite takes the switch outside transactions only, so
// this lives around one.
class ForeignKeysOff {
public:
    explicit ForeignKeysOff(Connection& connection) : connection_(connection) { set("OFF"); }
    ~ForeignKeysOff() { set("ON"); }
    ForeignKeysOff(const ForeignKeysOff&) = delete;
    ForeignKeysOff& operator=(const ForeignKeysOff&) = delete;

private:
    void set(std::string_view value) {
        const auto outcome = connection_.execute(fmt::format("PRAGMA foreign_keys={}", value));
        HM_ASSERT(outcome.has_value());
    }
    Connection& connection_;
};

// Table and column → how many rows name what does not exist.
using DanglingCounts = std::map<std::pair<std::string, std::string>, std::int64_t>;

struct ForeignKeys {
    std::set<std::string> tables;
    std::set<std::pair<std::string, std::string>> columns;  // that are bound to another table
    DanglingCounts dangling;
};

Result<ForeignKeys> look_at_keys(Connection& connection) {
    ForeignKeys keys;
    HM_TRY_ASSIGN(Statement tables, connection.prepare("SELECT name FROM sqlite_schema WHERE type='table'"));
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, tables.step());
        if (!has_row) break;
        keys.tables.emplace(tables.text(0));
    }
    HM_TRY_ASSIGN(Statement columns, connection.prepare("SELECT m.name, k.\"from\" FROM sqlite_schema AS m, "
                                                        "pragma_foreign_key_list(m.name) AS k WHERE m.type='table'"));
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, columns.step());
        if (!has_row) break;
        keys.columns.emplace(columns.text(0), columns.text(1));
    }
    HM_TRY_ASSIGN(Statement dangling,
                  connection.prepare("SELECT c.\"table\", k.\"from\", count(*) FROM pragma_foreign_key_check AS c, "
                                     "pragma_foreign_key_list(c.\"table\") AS k WHERE k.id=c.fkid AND k.seq=0 "
                                     "GROUP BY 1, 2"));
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, dangling.step());
        if (!has_row) return keys;
        keys.dangling[{std::string(dangling.text(0)), std::string(dangling.text(1))}] = dangling.integer(2);
    }
}

// What dangled before does not stop an upgrade, nor does an old column that is bound from now on: `doctor` finds
// both. More of it, or a new table that names nothing, is the migration's fault.
Result<void> check_keys_held(const ForeignKeys& before, const ForeignKeys& after) {
    for (const auto& [column, rows] : after.dangling) {
        const bool is_newly_bound = before.tables.contains(column.first) && !before.columns.contains(column);
        const auto known = before.dangling.find(column);
        if (is_newly_bound || (known != before.dangling.end() && rows <= known->second)) continue;
        return fail(Error{ErrorCode::store_failed,
                          "The store could not be upgraded; it is as it was.",
                          "Go on with the hivemind that made it, and report this.",
                          "An upgrade must not leave rows that name what does not exist.",
                          {fmt::format("{}.{}: {} rows", column.first, column.second, rows)}});
    }
    return {};
}

}  // namespace

Migrations all_migrations() {
    static const std::vector<Migration> all = embedded_migrations();
    return all;
}

int latest_schema_version() {
    return all_migrations().back().version;
}

Result<int> read_schema_version(Connection& connection) {
    HM_TRY_ASSIGN(Statement read, connection.prepare("PRAGMA user_version"));
    HM_TRY(read.step());
    return static_cast<int>(read.integer(0));
}

Result<void> check_schema_version(int version) {
    return check_not_newer(version, latest_schema_version());
}

Result<void> migrate(Connection& connection, Migrations migrations, const BeforeUpgrade& before_upgrade) {
    const ForeignKeysOff keys_off(connection);
    HM_TRY_ASSIGN(Transaction transaction, Transaction::begin_for_upgrade(connection));
    HM_TRY_ASSIGN(const int version, read_schema_version(connection));
    const int latest = migrations.back().version;
    HM_TRY(check_not_newer(version, latest));
    if (version == latest) return {};
    if (version == 0) HM_TRY(check_is_empty(connection));
    if (version != 0 && before_upgrade) HM_TRY(before_upgrade(version));
    HM_TRY_ASSIGN(const ForeignKeys before, look_at_keys(connection));
    for (const Migration& migration : migrations) {
        if (migration.version <= version) continue;
        HM_TRY(connection.execute(std::string(migration.sql)));
        HM_TRY(connection.execute(fmt::format("PRAGMA user_version={}", migration.version)));
    }
    HM_TRY_ASSIGN(const ForeignKeys after, look_at_keys(connection));
    HM_TRY(check_keys_held(before, after));
    return transaction.commit();
}

}  // namespace hm
