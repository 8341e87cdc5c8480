// Connection: one open SQLite database. It waits for other writers with short jittered sleeps until the
// deadline of the caller, and never longer. One thread at a time.
// The database file is opened by SQLite only: any other open and close of it would drop SQLite's locks.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/deadline.h"
#include "base/enum_names.h"
#include "base/result.h"
#include "store/statement.h"

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

}  // namespace hm
