#include "store/sqlite/migrate.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sqlite3.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <vector>

#include "base/embedded.h"
#include "store/sqlite/transaction.h"

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

namespace {

constexpr std::size_t most_named = 20;
constexpr Duration building_time = seconds(5);

struct SchemaObject {
    std::string type;
    std::string sql;
    bool operator==(const SchemaObject&) const = default;
};
using Schema = std::map<std::string, SchemaObject>;

Result<Schema> read_schema(Connection& connection) {
    Schema schema;
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT type, name, coalesce(sql, '') FROM sqlite_schema"));
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, read.step());
        if (!has_row) return schema;
        // A name that comes twice is nothing a migration made.
        auto [place, is_new] = schema.try_emplace(std::string(read.text(1)),
                                                  SchemaObject{std::string(read.text(0)), std::string(read.text(2))});
        if (!is_new) place->second.sql += "\n" + std::string(read.text(2));
    }
}

Result<Schema> own_schema(int version) {
    HM_TRY_ASSIGN(auto fresh, Connection::open(":memory:", OpenMode::create, Deadline::in(building_time)));
    const Migrations all = all_migrations();
    const auto end =
        std::find_if(all.begin(), all.end(), [&](const Migration& migration) { return migration.version > version; });
    if (end == all.begin()) return Schema{};
    HM_TRY(migrate(*fresh, all.first(static_cast<std::size_t>(end - all.begin()))));
    return read_schema(*fresh);
}

// What SQLite makes of its own accord: statistics, and the indexes of keys, which have no text.
bool is_sqlites_own(const std::string& name, const SchemaObject& object) {
    if (name == "sqlite_sequence" || name.starts_with("sqlite_stat")) return object.type == "table";
    return name.starts_with("sqlite_autoindex_") && object.type == "index" && object.sql.empty();
}

// Whoever planted it chose the name; it is shown as far as it is a plain one.
std::string shown(std::string_view name) {
    constexpr std::size_t longest = 60;
    std::string plain(name.substr(0, longest));
    for (char& c : plain) {
        const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
        if (!is_plain) c = '?';
    }
    return plain;
}

}  // namespace

Result<std::int64_t> read_schema_cookie(Connection& connection) {
    HM_TRY_ASSIGN(Statement read, connection.prepare("PRAGMA schema_version"));
    HM_TRY(read.step());
    return read.integer(0);
}

Result<std::string> read_store_id(Connection& connection) {
    // Only of a table: whatever else has that name could be made to answer for ever.
    const int found = sqlite3_table_column_metadata(connection.handle(), "main", "store_identity", "id", nullptr,
                                                    nullptr, nullptr, nullptr, nullptr);
    if (found != SQLITE_OK) return std::string();
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT id FROM store_identity WHERE number=1"));
    HM_TRY_ASSIGN(const bool has_row, read.step());
    return has_row ? std::string(read.text(0)) : std::string();
}

Result<std::vector<std::string>> foreign_objects(Connection& connection) {
    HM_TRY_ASSIGN(const int version, read_schema_version(connection));
    HM_TRY_ASSIGN(const Schema own, own_schema(version));
    HM_TRY_ASSIGN(const Schema found, read_schema(connection));
    std::vector<std::string> foreign;
    for (const auto& [name, object] : found) {
        const auto ours = own.find(name);
        const bool is_ours = ours != own.end() && ours->second == object;
        if (is_ours || is_sqlites_own(name, object) || foreign.size() == most_named) continue;
        foreign.push_back(fmt::format("{} {}", shown(object.type), shown(name)));
    }
    return foreign;
}

Error foreign_schema(const std::vector<std::string>& objects, const std::string& database) {
    return {
        ErrorCode::corrupt,
        fmt::format("The store has what HiveMind did not make: {}.", fmt::join(objects, ", ")),
        "Run `hivemind doctor --fix`: it keeps the file aside and moves the records into a clean store. Or put a copy "
        "back with `hivemind backup restore <path>`.",
        "A trigger or view of somebody else would run with every write or read of HiveMind.",
        {database}};
}

}  // namespace hm
