#include "store/own_schema.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sqlite3.h>

#include <algorithm>
#include <map>

#include "store/migrate.h"

namespace hm {
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
