// What the store is compared with: SQLite itself, without anything of ours.
#pragma once

#include <sqlite3.h>

#include <filesystem>

#include "filled_store.h"
#include "measure.h"

namespace hm::benchmarks {

// What the store is compared with: SQLite itself, on a connection of its own.
class PlainSqlite {
public:
    PlainSqlite(const std::filesystem::path& file, const char* set_up, const char* sql) {
        if (sqlite3_open(file.c_str(), &handle_) != SQLITE_OK) give_up("cannot open a plain database");
        if (sqlite3_exec(handle_, set_up, nullptr, nullptr, nullptr) != SQLITE_OK) give_up(sqlite3_errmsg(handle_));
        if (sqlite3_prepare_v2(handle_, sql, -1, &statement_, nullptr) != SQLITE_OK) give_up(sqlite3_errmsg(handle_));
    }
    ~PlainSqlite() {
        sqlite3_finalize(statement_);
        sqlite3_close(handle_);
    }
    PlainSqlite(const PlainSqlite&) = delete;
    PlainSqlite& operator=(const PlainSqlite&) = delete;

    double time_of(std::int64_t number) {
        return microseconds_of([&] {
            sqlite3_bind_int64(statement_, 1, number);
            const int code = sqlite3_step(statement_);
            if (code != SQLITE_ROW && code != SQLITE_DONE) give_up(sqlite3_errmsg(handle_));
            sqlite3_reset(statement_);
        });
    }

private:
    sqlite3* handle_ = nullptr;
    sqlite3_stmt* statement_ = nullptr;
};

// The one value that a query of a plain database answers.
inline std::string value_in(const std::filesystem::path& file, const char* sql) {
    sqlite3* handle = nullptr;
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_open(file.c_str(), &handle) != SQLITE_OK ||
        sqlite3_prepare_v2(handle, sql, -1, &statement, nullptr) != SQLITE_OK ||
        sqlite3_step(statement) != SQLITE_ROW) {
        give_up(sqlite3_errmsg(handle));
    }
    std::string value(reinterpret_cast<const char*>(sqlite3_column_text(statement, 0)));
    sqlite3_finalize(statement);
    sqlite3_close(handle);
    return value;
}

// The row that a hook has recorded last, in the store's own table with its indexes: what is written whatever is
// decided.
inline std::string table_of_events(const std::filesystem::path& store) {
    return "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=OFF; " +
           value_in(store, "SELECT group_concat(sql, ';') FROM sqlite_schema WHERE tbl_name='events' AND sql NOT NULL");
}
inline std::string add_last_event(const std::filesystem::path& store) {
    return value_in(
        store,
        "SELECT format('INSERT INTO events(id,at,kind,actor,role,session_id,task_id,request_id,summary,facts) "
        "VALUES(format(''%%036d'',?1),%s,%s,%s,%s,%s,%s,format(''%%036d'',?1),%s,%s)', quote(at), "
        "quote(kind), quote(actor), quote(role), quote(session_id), quote(task_id), quote(summary), "
        "quote(facts)) FROM events ORDER BY seq DESC LIMIT 1");
}

// A row of 300 bytes; bare, and with the three indexes that an event has.
inline constexpr const char* bare_table =
    "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; CREATE TABLE t(id, session, subject, body)";
inline constexpr const char* indexed_table =
    "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; CREATE TABLE t(id TEXT PRIMARY KEY, session, subject, body); "
    "CREATE INDEX by_session ON t(session); CREATE INDEX by_subject ON t(subject)";
inline constexpr const char* add_row =
    "INSERT INTO t VALUES(hex(randomblob(16)), ?, hex(randomblob(16)), hex(randomblob(100)))";

}  // namespace hm::benchmarks
