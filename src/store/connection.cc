#include "store/connection.h"

#include <fmt/format.h>
#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "store/small_blocks.h"

namespace hm {
namespace {

constexpr useconds_t shortest_sleep_us = 100;
constexpr useconds_t longest_sleep_us = 1500;

// A process that lives on copies the log into the database when it has this many pages.
constexpr int checkpoint_at_pages = 1000;
// A process that ends shortens the log from here on. The first process after the last one must read the whole
// log again, and forgets how much of it was already copied: without this the log would only grow.
constexpr int shorten_at_pages = 120;

// Spreads the sleepers, so that none of them waits in step with another.
useconds_t jittered_sleep(int attempt) {
    unsigned int bits = 0;
    sqlite3_randomness(sizeof bits, &bits);
    const useconds_t ceiling =
        std::min(longest_sleep_us, shortest_sleep_us << static_cast<unsigned>(std::min(attempt, 4)));
    return shortest_sleep_us + bits % ceiling;
}

struct ErrorMeaning {
    int code;
    ErrorCode means;
    std::string_view what;
    std::string_view remedy;
};

constexpr std::string_view mend_it =
    "Run `hivemind doctor --fix`: it keeps the file aside and recovers what can be read.";

constexpr std::array<ErrorMeaning, 9> meanings{{
    {SQLITE_BUSY, ErrorCode::busy, "The store is held by another process past the deadline",
     "Try again; if it stays so, end the process that writes."},
    {SQLITE_LOCKED, ErrorCode::busy, "The store is locked", "Try again."},
    {SQLITE_CORRUPT, ErrorCode::corrupt, "The store is damaged", mend_it},
    {SQLITE_NOTADB, ErrorCode::corrupt, "The file is not a HiveMind store", mend_it},
    {SQLITE_READONLY, ErrorCode::read_only, "The store cannot be written",
     "Make the `.hivemind` directory and its files writable for this user."},
    {SQLITE_PERM, ErrorCode::read_only, "The store cannot be opened by this user",
     "Give this user access to the `.hivemind` directory."},
    {SQLITE_FULL, ErrorCode::disk_full, "The disk is full", "Free some space and try again; nothing was lost."},
    {SQLITE_CANTOPEN, ErrorCode::store_failed, "The store cannot be opened",
     "Check that `.hivemind/hivemind.db` is a file this user can read and write."},
    {SQLITE_IOERR, ErrorCode::store_failed, "The store cannot be read or written",
     "Check the disk and the permissions of `.hivemind`."},
}};

}  // namespace

Result<std::unique_ptr<Connection>> Connection::open(const std::string& path, OpenMode mode, Deadline deadline) {
    give_sqlite_small_blocks();
    std::unique_ptr<Connection> connection(new Connection(path, deadline));
    const int flags = (mode == OpenMode::read_only ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE) |
                      SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | (mode == OpenMode::create ? SQLITE_OPEN_CREATE : 0);
    const int code = sqlite3_open_v2(path.c_str(), &connection->handle_, flags, nullptr);
    if (code != SQLITE_OK) return fail(connection->last_error(code));
    HM_TRY(connection->set_up(mode));
    return connection;
}

Connection::~Connection() {
    if (log_pages_ >= shorten_at_pages) shorten_log();
    for (auto& [sql, handles] : idle_statements_) {
        for (sqlite3_stmt* handle : handles) sqlite3_finalize(handle);
    }
    sqlite3_close_v2(handle_);
}

Result<void> Connection::set_up(OpenMode mode) {
    sqlite3_busy_handler(handle_, &Connection::wait_for_others, this);
    // The last one to close would pay for a checkpoint while an agent waits for its answer.
    sqlite3_db_config(handle_, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
    sqlite3_db_config(handle_, SQLITE_DBCONFIG_ENABLE_FKEY, 1, nullptr);
    if (mode == OpenMode::damaged) {
        // SQLite then goes on past a short file and a schema it cannot read to its end.
        sqlite3_db_config(handle_, SQLITE_DBCONFIG_WRITABLE_SCHEMA, 1, nullptr);
        return {};
    }
    sqlite3_db_config(handle_, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    // Plans do not depend on bound values; otherwise every other LIMIT would compile its statement again.
    sqlite3_db_config(handle_, SQLITE_DBCONFIG_ENABLE_QPSG, 1, nullptr);
    sqlite3_wal_hook(handle_, &Connection::after_commit, this);
    // `synchronous` is NORMAL, as SQLite was compiled for stores with a log.
    return {};
}

int Connection::after_commit(void* self, sqlite3* handle, const char* schema, int log_pages) {
    static_cast<Connection*>(self)->log_pages_ = log_pages;
    if (log_pages >= checkpoint_at_pages) {
        sqlite3_wal_checkpoint_v2(handle, schema, SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr);
    }
    return SQLITE_OK;
}

// Only when nobody is in the way: an ending process waits for no one.
void Connection::shorten_log() {
    sqlite3_busy_handler(handle_, nullptr, nullptr);
    sqlite3_wal_checkpoint_v2(handle_, nullptr, SQLITE_CHECKPOINT_TRUNCATE, nullptr, nullptr);
}

int Connection::wait_for_others(void* self, int attempt) {
    const auto* connection = static_cast<const Connection*>(self);
    if (connection->deadline_.has_passed()) return 0;
    usleep(jittered_sleep(attempt));
    return 1;
}

Result<Statement> Connection::prepare(std::string_view sql) {
    const auto idle = idle_statements_.find(sql);
    if (idle != idle_statements_.end() && !idle->second.empty()) {
        sqlite3_stmt* handle = idle->second.back();
        idle->second.pop_back();
        return Statement(*this, handle);
    }
    sqlite3_stmt* handle = nullptr;
    const int code = sqlite3_prepare_v3(handle_, sql.data(), static_cast<int>(sql.size()), SQLITE_PREPARE_PERSISTENT,
                                        &handle, nullptr);
    if (code != SQLITE_OK) return fail(last_error(code));
    return Statement(*this, handle);
}

void Connection::give_back(sqlite3_stmt* handle) {
    const char* sql = sqlite3_sql(handle);
    const auto idle = idle_statements_.find(std::string_view(sql));
    if (idle != idle_statements_.end()) {
        idle->second.push_back(handle);
    } else {
        idle_statements_.emplace(sql, std::vector{handle});
    }
}

Result<void> Connection::execute(const std::string& sql) {
    const int code = sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr);
    if (code != SQLITE_OK) return fail(last_error(code));
    return {};
}

Result<void> Connection::set_durability(Durability durability) {
    if (durability == durability_) return {};
    HM_TRY(execute(durability == Durability::power_loss ? "PRAGMA synchronous=FULL" : "PRAGMA synchronous=NORMAL"));
    durability_ = durability;
    return {};
}

bool Connection::has_moved() {
    int has_moved = 0;
    sqlite3_file_control(handle_, "main", SQLITE_FCNTL_HAS_MOVED, &has_moved);
    return has_moved != 0;
}

void Connection::checkpoint_passively() {
    sqlite3_wal_checkpoint_v2(handle_, nullptr, SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr);
}

Error Connection::last_error(int code) const {
    const std::string detail = handle_ == nullptr ? "out of memory" : sqlite3_errmsg(handle_);
    for (const ErrorMeaning& meaning : meanings) {
        if (meaning.code != (code & 0xFF)) continue;
        return {meaning.means,
                fmt::format("{}.", meaning.what),
                std::string(meaning.remedy),
                fmt::format("SQLite says: {} ({}).", detail, code),
                {path_}};
    }
    const bool breaks_a_link = code == SQLITE_CONSTRAINT_FOREIGNKEY;
    const bool is_taken = code == SQLITE_CONSTRAINT_UNIQUE || code == SQLITE_CONSTRAINT_PRIMARYKEY;
    if (breaks_a_link) {
        return {ErrorCode::not_found, "A record that this one names does not exist.", "Use an id that was printed."};
    }
    if (is_taken) return {ErrorCode::conflict, "That is already taken.", "Look at what holds it first.", detail, {}};
    return {ErrorCode::io, fmt::format("The store refused: {} ({}).", detail, code), "Run `hivemind doctor`."};
}

}  // namespace hm
