// One connection to SQLite: statements, deadline, small allocations, the write-ahead log.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/deadline.h"
#include "base/fields.h"
#include "base/id.h"
#include "base/result.h"
#include "base/time.h"

// Statement: one prepared SQL statement of a Connection, bound, stepped and read. It is borrowed from the
// connection's cache and reset when it goes out of scope. Not for use after its connection is closed.
struct sqlite3_stmt;

namespace hm {

class Connection;

class Statement {
public:
    Statement(Connection& connection, sqlite3_stmt* handle) : connection_(&connection), handle_(handle) {}
    Statement(Statement&& other) noexcept : connection_(other.connection_), handle_(other.handle_) {
        other.handle_ = nullptr;
    }
    Statement& operator=(Statement&&) = delete;
    ~Statement();

    // Parameters count from 1.
    void bind(int index, std::string_view text);
    void bind(int index, std::int64_t number);
    void bind(int index, double number);
    void bind_null(int index);
    // The value in a column of another statement's row, whatever its type.
    void bind_column(int index, const Statement& row, int column);
    void bind(int index, const Id& id) { bind(index, std::string_view(id.text())); }
    void bind(int index, Time time) { bind(index, time.ms); }
    template <class T>
    void bind(int index, const std::optional<T>& value) {
        value ? bind(index, *value) : bind_null(index);
    }

    // True while there is a row. Waits for other writers until the connection's deadline.
    Result<bool> step();
    // Steps a statement that gives no rows, and makes it ready to be bound again.
    Result<void> run();
    void reset();

    // Columns count from 0. The view lives until the next step.
    std::string_view text(int column) const;
    std::int64_t integer(int column) const;
    double number(int column) const;
    bool is_null(int column) const;

private:
    Connection* connection_;
    sqlite3_stmt* handle_;
};

// Binds all values in order from parameter 1.
template <class... Values>
void bind_all(Statement& statement, const Values&... values) {
    int index = 0;
    (statement.bind(++index, values), ...);
}

}  // namespace hm

// Connection: one open SQLite database. It waits for other writers with short jittered sleeps until the
// deadline of the caller, and never longer. One thread at a time.
// The database file is opened by SQLite only: any other open and close of it would drop SQLite's locks.
struct sqlite3;

namespace hm {

// `damaged` reads whatever can still be read of a file that SQLite would refuse.
HM_ENUM(OpenMode, existing, create, read_only, damaged)
HM_ENUM(Durability, process_crash, power_loss)

class Connection {
public:
    static Result<std::unique_ptr<Connection>> open(const std::string& path, OpenMode mode, Deadline deadline);
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;
    ~Connection();

    // Until when the following statements may wait.
    void set_deadline(Deadline deadline) { deadline_ = deadline; }
    const Deadline& deadline() const { return deadline_; }

    // A statement from the cache, compiled at first use. The text must be fixed SQL, never built from input.
    Result<Statement> prepare(std::string_view sql);
    // Runs statements that need no parameters.
    Result<void> execute(const std::string& sql);

    // What commits must survive from now on; hooks settle for a crash of the process.
    Result<void> set_durability(Durability durability);

    // Moves what the log holds into the database as far as nobody is in the way.
    void checkpoint_passively();

    Error last_error(int code) const;
    const std::string& path() const { return path_; }
    sqlite3* handle() { return handle_; }
    // Whether a write met a store that another program has upgraded meanwhile.
    bool has_met_newer_schema() const { return has_met_newer_schema_; }
    void note_newer_schema() { has_met_newer_schema_ = true; }
    // True when another file lies under the path since this one was opened.
    bool has_moved();

private:
    friend class Statement;
    Connection(std::string path, Deadline deadline) : path_(std::move(path)), deadline_(deadline) {}
    static int wait_for_others(void* self, int attempt);
    static int after_commit(void* self, sqlite3* handle, const char* schema, int log_pages);
    void shorten_log();
    void give_back(sqlite3_stmt* handle);
    Result<void> set_up(OpenMode mode);

    std::string path_;
    Deadline deadline_;
    sqlite3* handle_ = nullptr;
    std::map<std::string, std::vector<sqlite3_stmt*>, std::less<>> idle_statements_;
    Durability durability_ = Durability::process_crash;
    bool has_met_newer_schema_ = false;
    int log_pages_ = 0;  // after the last commit
};

// The memory that SQLite asks for piece by piece: reading the schema takes thousands of small blocks, at every start
// of every process. They come from one region that is made ready in one go, a list of free ones for each size; what is
// large, or comes when the region is used up, is malloc's. A block that was given back serves the next one of its size.
// For programs of one thread, as SQLite is compiled here.

// Before the first connection is opened; later calls do nothing.
void give_sqlite_small_blocks();

// SQLite's write-ahead log for a database that has none yet, waiting for others as everything else does.

Result<void> turn_on_log(Connection& connection);

}  // namespace hm
