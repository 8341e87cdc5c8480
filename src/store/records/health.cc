#include "store/records/health.h"

#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include "base/strings.h"
#include "store/records/columns.h"

namespace hm {
namespace {

namespace fs = std::filesystem;

// The tables that hold the lists of a noun: memory_tags.
Result<std::vector<std::string>> list_tables(Connection& connection, std::string_view noun) {
    HM_TRY_ASSIGN(Statement read,
                  connection.prepare("SELECT m.name FROM sqlite_schema AS m, pragma_table_info(m.name) AS i "
                                     "WHERE m.type='table' AND i.pk=1 AND i.name=? || '_id'"));
    read.bind(1, noun);
    std::vector<std::string> tables;
    while (!noun.empty()) {
        HM_TRY_ASSIGN(const bool has_row, read.step());
        if (!has_row) break;
        tables.emplace_back(read.text(0));
    }
    return tables;
}

Result<std::string> row_as_json(Connection& connection, const std::string& table, const std::string& id) {
    const std::string_view noun = noun_of(table);
    HM_TRY_ASSIGN(std::string members, json_members(connection, table));
    HM_TRY_ASSIGN(const std::vector<std::string> lists, list_tables(connection, noun));
    for (const std::string& list : lists) {
        members +=
            fmt::format(",'{}',json((SELECT json_group_array(value ORDER BY position) FROM {} WHERE {}_id={}.id))",
                        list.substr(noun.size() + 1), list, noun, table);
    }
    HM_TRY_ASSIGN(Statement read,
                  connection.prepare(fmt::format("SELECT json_object({}) FROM {} WHERE id=?", members, table)));
    read.bind(1, std::string_view(id));
    HM_TRY_ASSIGN(const bool is_there, read.step());
    return is_there ? std::string(read.text(0)) : std::string();
}

// The link lists of a row go with it; rows elsewhere that name it would keep the transaction from ending.
Result<void> remove_row(Connection& connection, const std::string& table, const std::string& id) {
    const std::string_view noun = noun_of(table);
    HM_TRY_ASSIGN(const std::vector<std::string> lists, list_tables(connection, noun));
    std::vector<std::string> statements;
    for (const std::string& list : lists) statements.push_back(fmt::format("DELETE FROM {} WHERE {}_id=?", list, noun));
    statements.push_back(fmt::format("DELETE FROM {} WHERE id=?", table));
    for (const std::string& sql : statements) {
        HM_TRY_ASSIGN(Statement remove, connection.prepare(sql));
        remove.bind(1, std::string_view(id));
        HM_TRY(remove.run());
    }
    if (!noun.empty()) HM_TRY(unregister_node(connection, noun, id));
    return {};
}

std::vector<fs::path> files_of(const ProjectPaths& paths) {
    std::vector<fs::path> files{paths.store, paths.database};
    for (const char* suffix : {"-wal", "-shm"}) files.emplace_back(paths.database.string() + suffix);
    files.push_back(paths.spool);
    return files;
}

}  // namespace

Result<std::string> quick_check(Connection& connection) {
    HM_TRY_ASSIGN(Statement check, connection.prepare("PRAGMA quick_check(5)"));
    std::string found;
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, check.step());
        if (!has_row) return shorten(found, 500);
        found += (found.empty() ? "" : "; ") + std::string(check.text(0));
    }
}

std::string sqlite_version() {
    return sqlite3_libversion();
}

Result<BadRows> unreadable_rows(Connection& connection) {
    BadRows bad;
    Result<void> outcome;
    for_each_noun([&]<class Record>() {
        if (!outcome) return;
        outcome = [&]() -> Result<void> {
            HM_TRY_ASSIGN(Statement read, connection.prepare(rows::sql_of<Record>().select));
            while (true) {
                HM_TRY_ASSIGN(const bool has_row, read.step());
                if (!has_row) return {};
                HM_TRY(rows::read_row<Record>(connection, read, bad));
            }
        }();
    });
    if (!outcome) return fail(outcome.error());
    return bad;
}

Result<std::size_t> quarantine_bad_rows(Transaction& transaction, const BadRows& rows, Time now) {
    Connection& connection = transaction.connection();
    // Rows that others name must be removable too; the check at the end finds what then dangles.
    HM_TRY(connection.execute("PRAGMA defer_foreign_keys=ON"));
    std::size_t moved = 0;
    for (const BadRow& row : rows) {
        HM_TRY_ASSIGN(const std::string content, row_as_json(connection, row.table, row.id));
        if (content.empty()) continue;
        HM_TRY(keep_in_quarantine(transaction, row, content, now));
        HM_TRY(remove_row(connection, row.table, row.id));
        ++moved;
    }
    return moved;
}

Result<void> keep_in_quarantine(Transaction& transaction, const BadRow& row, std::string_view content, Time now) {
    HM_TRY_ASSIGN(Statement keep, transaction.connection().prepare(
                                      "INSERT INTO quarantine(at,noun,id,reason,content) VALUES(?,?,?,?,?)"));
    bind_all(keep, now, std::string_view(row.table), std::string_view(row.id), std::string_view(row.reason), content);
    return keep.run();
}

std::string_view noun_of(std::string_view table, std::string_view first_key) {
    std::string_view noun;
    for_each_noun([&]<class Record>() {
        const Table& known = table_of<Record>;
        if (known.name == table || first_key == std::string(known.noun) + "_id") noun = known.noun;
    });
    return noun;
}

Result<std::string> json_members(Connection& connection, const std::string& table) {
    std::string members;
    HM_TRY_ASSIGN(Statement names, connection.prepare("SELECT name FROM pragma_table_info(?)"));
    names.bind(1, std::string_view(table));
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, names.step());
        if (!has_row) return members;
        const std::string name(names.text(0));
        members += fmt::format("{}'{}',\"{}\"", members.empty() ? "" : ",", name, name);
    }
}

Result<std::vector<ClientSeen>> clients_seen(Connection& connection, std::string_view besides) {
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT s.client, max((SELECT max(e.at) FROM events AS e WHERE "
                                                     "e.session_id=s.id)) AS seen FROM sessions AS s WHERE "
                                                     "s.client_session_id<>?1 GROUP BY s.client "
                                                     "HAVING seen IS NOT NULL ORDER BY s.client"));
    read.bind(1, besides);
    std::vector<ClientSeen> seen;
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, read.step());
        if (!has_row) return seen;
        seen.push_back({std::string(read.text(0)), Time{read.integer(1)}});
    }
}

Result<std::vector<Id>> sessions_called(Connection& connection, std::string_view client_session_id) {
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT id FROM sessions WHERE client_session_id=?1"));
    read.bind(1, client_session_id);
    std::vector<Id> called;
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, read.step());
        if (!has_row) return called;
        if (const auto id = Id::parse(read.text(0))) called.push_back(*id);
    }
}

Result<std::optional<Time>> last_fired_at(Connection& connection, const FiredHooks& hooks) {
    HM_TRY_ASSIGN(Statement read,
                  connection.prepare(
                      "SELECT max((SELECT max(e.at) FROM events AS e WHERE e.session_id=s.id AND e.actor='hook' AND "
                      "e.at>?3)) FROM sessions AS s WHERE s.client=?1 AND s.client_session_id<>?2 AND "
                      "(SELECT json_extract(p.facts,'$.root') FROM events AS p WHERE p.session_id=s.id AND p.kind IN "
                      "('session.started','session.prompt') ORDER BY p.seq DESC LIMIT 1)=?4"));
    bind_all(read, hooks.client, hooks.besides, hooks.after, hooks.root);
    HM_TRY_ASSIGN(const bool has_row, read.step());
    if (!has_row || read.is_null(0)) return std::nullopt;
    return Time{read.integer(0)};
}

std::vector<std::string> too_open_files(const ProjectPaths& paths) {
    std::vector<std::string> open;
    for (const fs::path& file : files_of(paths)) {
        struct stat facts{};
        if (lstat(file.c_str(), &facts) == 0 && (facts.st_mode & 0077U) != 0) open.push_back(file.filename().string());
    }
    return open;
}

void close_to_others(const ProjectPaths& paths) {
    for (const fs::path& file : files_of(paths)) {
        struct stat facts{};
        if (lstat(file.c_str(), &facts) == 0) chmod(file.c_str(), S_ISDIR(facts.st_mode) ? 0700 : 0600);
    }
}

}  // namespace hm
