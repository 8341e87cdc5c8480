#include "store/health.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/vfs.h>

#include <array>

#include "base/utf8.h"
#include "store/record_rows.h"

namespace hm {
namespace {

namespace fs = std::filesystem;

struct FileSystemKind {
    long magic;
    std::string_view name;
};

constexpr std::array<FileSystemKind, 6> unfit_kinds{{
    {0x6969, "nfs"},
    {0x517B, "smb"},
    {0xFF534D42, "cifs"},
    {0xFE534D42, "smb2"},
    {0x01021997, "9p"},
    {0x73757245, "coda"},
}};

Result<std::string> row_as_json(Connection& connection, const std::string& table, const std::string& id) {
    std::string columns;
    HM_TRY_ASSIGN(Statement names, connection.prepare("SELECT name FROM pragma_table_info(?)"));
    names.bind(1, std::string_view(table));
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, names.step());
        if (!has_row) break;
        const std::string name(names.text(0));
        columns += fmt::format("{}'{}',\"{}\"", columns.empty() ? "" : ",", name, name);
    }
    HM_TRY_ASSIGN(Statement read,
                  connection.prepare(fmt::format("SELECT json_object({}) FROM {} WHERE id=?", columns, table)));
    read.bind(1, std::string_view(id));
    HM_TRY_ASSIGN(const bool is_there, read.step());
    return is_there ? std::string(read.text(0)) : std::string();
}

// What empties the link lists of a table's rows.
std::vector<std::string> clear_lists_sql(std::string_view table) {
    std::vector<std::string> statements;
    for_each_noun([&]<class Record>() {
        if (table_of<Record>.name != table) return;
        for (const LinkSql& link : rows::sql_of<Record>().links) statements.push_back(link.clear);
    });
    return statements;
}

// The link lists of a row go with it; rows elsewhere that name it would keep the transaction from ending.
Result<void> remove_row(Connection& connection, const std::string& table, const std::string& id) {
    std::vector<std::string> statements = clear_lists_sql(table);
    statements.push_back(fmt::format("DELETE FROM {} WHERE id=?", table));
    for (const std::string& sql : statements) {
        HM_TRY_ASSIGN(Statement remove, connection.prepare(sql));
        remove.bind(1, std::string_view(id));
        HM_TRY(remove.run());
    }
    return {};
}

std::vector<fs::path> files_of(const ProjectPaths& paths) {
    std::vector<fs::path> files{paths.directory, paths.database};
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

Result<BadRows> dangling_rows(Connection& connection) {
    HM_TRY_ASSIGN(Statement check,
                  connection.prepare("SELECT \"table\", rowid, parent FROM pragma_foreign_key_check LIMIT 1000"));
    BadRows rows;
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, check.step());
        if (!has_row) return rows;
        const std::string table(check.text(0));
        std::string id = std::to_string(check.integer(1));
        auto read = connection.prepare(fmt::format("SELECT id FROM {} WHERE rowid=?", table));
        if (read) {
            read->bind(1, check.integer(1));
            if (auto has_id = read->step(); has_id && *has_id) id = std::string(read->text(0));
        }
        rows.push_back({table, id, fmt::format("names a record of {} that does not exist", check.text(2))});
    }
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
        HM_TRY_ASSIGN(Statement keep,
                      connection.prepare("INSERT INTO quarantine(at,noun,id,reason,content) VALUES(?,?,?,?,?)"));
        bind_all(keep, now, std::string_view(row.table), std::string_view(row.id), std::string_view(row.reason),
                 std::string_view(content));
        HM_TRY(keep.run());
        HM_TRY(remove_row(connection, row.table, row.id));
        ++moved;
    }
    return moved;
}

std::string unfit_file_system(const ProjectPaths& paths) {
    struct statfs facts{};
    if (statfs(paths.directory.c_str(), &facts) != 0) return {};
    for (const FileSystemKind& kind : unfit_kinds) {
        if (static_cast<unsigned long>(facts.f_type) == static_cast<unsigned long>(kind.magic))
            return std::string(kind.name);
    }
    return {};
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
