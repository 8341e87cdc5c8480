#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>

#include "store/records/columns.h"
#include "store/records/record_links.h"

namespace hm {
namespace {

namespace fs = std::filesystem;

// Tables whose rows are treated one by one, or that hold nothing of a record.
constexpr std::array<std::string_view, 6> treated_by_name{"events", "changes",  "quarantine",
                                                          "nodes",  "settings", "stamps"};

// Where a table keeps the id of the record that its rows belong to.
struct OwnerColumn {
    std::string table;
    std::string column;
};
using OwnerColumns = std::vector<OwnerColumn>;

OwnerColumns columns_of_nouns() {
    OwnerColumns columns;
    for_each_node([&]<class Record>() {
        const Table& table = table_of<Record>;
        Record record{};
        for_each_column(record, "", [&]<class T>(const std::string& name, T&) {
            if (!is_link_list<T>) return;
            columns.push_back({fmt::format("{}_{}", table.noun, name), fmt::format("{}_id", table.noun)});
        });
        columns.push_back({std::string(table.name), "id"});
    });
    return columns;
}

bool is_known(const OwnerColumns& columns, std::string_view table) {
    return std::find(treated_by_name.begin(), treated_by_name.end(), table) != treated_by_name.end() ||
           std::any_of(columns.begin(), columns.end(), [&](const OwnerColumn& known) { return known.table == table; });
}

// Tables beside the nouns' own: whatever they say of a record under its id goes with it.
Result<OwnerColumns> other_columns(Connection& connection, const OwnerColumns& known) {
    HM_TRY_ASSIGN(
        Statement read,
        connection.prepare("SELECT l.name, i.name FROM pragma_table_list AS l, pragma_table_info(l.name) AS i "
                           "WHERE l.schema='main' AND l.type='table' AND l.name NOT LIKE 'sqlite_%' AND "
                           "i.type='TEXT'"));
    OwnerColumns columns;
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, read.step());
        if (!has_row) return columns;
        const std::string table(read.text(0));
        if (!is_known(known, table)) columns.push_back({table, std::string(read.text(1))});
    }
}

Result<std::int64_t> run_for(Connection& connection, const std::string& sql, const Id& id) {
    HM_TRY_ASSIGN(Statement statement, connection.prepare(sql));
    statement.bind(1, id);
    HM_TRY(statement.run());
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT changes()"));
    HM_TRY(read.step());
    return read.integer(0);
}

void note(RemovedRows& removed, const std::string& table, std::int64_t rows) {
    if (rows > 0) removed[table] += rows;
}

// The trail keeps that something happened; what it said of the record goes.
Result<void> empty_events(Connection& connection, const Id& id, RemovedRows& removed) {
    HM_TRY_ASSIGN(const std::int64_t events,
                  run_for(connection,
                          "UPDATE events SET summary='purged', facts='{\"purged\":true}' WHERE subject_id=?1 OR "
                          "seq IN (SELECT event_seq FROM changes WHERE id=?1)",
                          id));
    note(removed, "events (payload)", events);
    HM_TRY_ASSIGN(const std::int64_t images, run_for(connection, "DELETE FROM changes WHERE id=?", id));
    note(removed, "changes", images);
    HM_TRY_ASSIGN(const std::int64_t rows, run_for(connection, "DELETE FROM quarantine WHERE id=?", id));
    note(removed, "quarantine", rows);
    return {};
}

bool holds_any(const fs::path& file, const std::set<Id>& ids) {
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    const std::string content = text.str();
    return std::any_of(ids.begin(), ids.end(),
                       [&](const Id& id) { return content.find(id.text()) != std::string::npos; });
}

}  // namespace

Result<bool> holds_anything_of(Connection& connection, const Id& id) {
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT 1 FROM nodes WHERE id=?1 UNION ALL SELECT 1 FROM "
                                                     "changes WHERE id=?1 UNION ALL SELECT 1 FROM quarantine WHERE "
                                                     "id=?1 LIMIT 1"));
    read.bind(1, id);
    return read.step();
}

Result<RemovedRows> remove_for_good(Transaction& transaction, const std::set<Id>& ids) {
    Connection& connection = transaction.connection();
    // Records that name each other go together; the commit checks that nothing is left that names them.
    HM_TRY(connection.execute("PRAGMA defer_foreign_keys=ON"));
    HM_TRY(connection.execute("PRAGMA secure_delete=ON"));
    OwnerColumns columns = columns_of_nouns();
    HM_TRY_ASSIGN(const OwnerColumns others, other_columns(connection, columns));
    columns.insert(columns.begin(), others.begin(), others.end());
    RemovedRows removed;
    for (const Id& id : ids) {
        HM_TRY(empty_events(connection, id, removed));
        for (const OwnerColumn& column : columns) {
            HM_TRY_ASSIGN(
                const std::int64_t rows,
                run_for(connection, fmt::format("DELETE FROM \"{}\" WHERE \"{}\"=?", column.table, column.column), id));
            note(removed, column.table, rows);
        }
        HM_TRY(run_for(connection, "DELETE FROM nodes WHERE id=?", id));
    }
    // A pack shows many records at once, some by name only, and so does a receipt: none of the texts is kept.
    if (!ids.empty()) HM_TRY(connection.execute("DELETE FROM pack_texts"));
    if (!ids.empty()) HM_TRY(connection.execute("DELETE FROM receipts"));
    // A word taken out of the index, now or by an earlier change, stays in its older parts until they are merged.
    HM_TRY(connection.execute("INSERT INTO memory_search(memory_search) VALUES('optimize')"));
    return removed;
}

Result<void> scrub(Connection& connection, Deadline deadline) {
    connection.set_deadline(deadline);
    HM_TRY(connection.execute("PRAGMA secure_delete=ON"));
    auto rewritten = connection.execute("VACUUM");
    (void)connection.execute("PRAGMA secure_delete=OFF");
    if (!rewritten) return fail(std::move(rewritten).error());
    HM_TRY_ASSIGN(Statement empty, connection.prepare("PRAGMA wal_checkpoint(TRUNCATE)"));
    HM_TRY(empty.step());
    if (empty.integer(0) == 0) return {};
    return fail(ErrorCode::busy, "The log could not be emptied.", "Run `hivemind purge` again when they are done.",
                "Other processes read or write the store.");
}

std::size_t purge_spool(const ProjectPaths& paths, const std::set<Id>& ids) {
    std::vector<fs::path> found;
    std::error_code error;
    for (fs::directory_iterator it(paths.spool, error), end; !error && it != end; it.increment(error)) {
        if (holds_any(it->path(), ids)) found.push_back(it->path());
    }
    return static_cast<std::size_t>(
        std::count_if(found.begin(), found.end(), [](const fs::path& file) { return unlink(file.c_str()) == 0; }));
}

std::vector<std::string> copies_of_store(const ProjectPaths& paths) {
    std::vector<std::string> copies;
    for (const char* folder : {"backups", "aside"}) {
        std::error_code error;
        for (fs::recursive_directory_iterator it(paths.store / folder, error), end; !error && it != end;
             it.increment(error)) {
            if (it->is_regular_file(error)) copies.push_back(it->path().lexically_relative(paths.root).string());
        }
    }
    std::sort(copies.begin(), copies.end());
    return copies;
}

}  // namespace hm
