#include "store/sqlite/connection.h"

#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

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

namespace {

constexpr std::size_t grain = 16;
// A page of a store with what SQLite keeps beside it is the largest.
constexpr std::size_t largest_small = 4608;
constexpr std::size_t region_size = std::size_t{1} << 20;
// What a command that reads a little touches.
constexpr std::size_t made_ready = std::size_t{320} << 10;

// Stands before every block.
struct Head {
    std::uint64_t size;
};
static_assert(sizeof(Head) == 8, "SQLite wants its blocks at multiples of eight");

struct FreeBlock {
    FreeBlock* next;
};

alignas(4096) std::array<std::byte, region_size> region;
std::size_t used = 0;
std::array<FreeBlock*, (largest_small / grain) + 1> free_blocks{};

std::size_t rounded(int size) {
    return (static_cast<std::size_t>(size) + grain - 1) / grain * grain;
}

Head* head_of(void* block) {
    return static_cast<Head*>(block) - 1;
}

void* after(Head* head, std::size_t size) {
    head->size = size;
    return head + 1;
}

bool is_ours(void* block) {
    const auto* address = static_cast<std::byte*>(block);
    return address >= region.data() && address < region.data() + region.size();
}

int size_of(void* block) {
    return block == nullptr ? 0 : static_cast<int>(head_of(block)->size);
}

void* take(int wanted) {
    const std::size_t size = rounded(wanted);
    const std::size_t whole = size + sizeof(Head);
    if (size <= largest_small) {
        if (FreeBlock*& first = free_blocks[size / grain]; first != nullptr) {
            return std::exchange(first, first->next);
        }
        if (used + whole <= region.size()) {
            auto* head = reinterpret_cast<Head*>(region.data() + used);
            used += whole;
            return after(head, size);
        }
    }
    auto* head = static_cast<Head*>(std::malloc(whole));
    return head == nullptr ? nullptr : after(head, size);
}

void give_back(void* block) {
    if (block == nullptr) return;
    if (!is_ours(block)) {
        std::free(head_of(block));
        return;
    }
    FreeBlock*& first = free_blocks[head_of(block)->size / grain];
    first = new (block) FreeBlock{first};
}

void* resize(void* block, int wanted) {
    if (block == nullptr) return take(wanted);
    const std::size_t size = rounded(wanted);
    const std::size_t before = head_of(block)->size;
    if (is_ours(block)) {
        if (size <= before) return block;
        void* larger = take(wanted);
        if (larger == nullptr) return nullptr;
        std::memcpy(larger, block, before);
        give_back(block);
        return larger;
    }
    auto* head = static_cast<Head*>(std::realloc(head_of(block), size + sizeof(Head)));
    return head == nullptr ? nullptr : after(head, size);
}

int round_up(int size) {
    return static_cast<int>(rounded(size));
}

int begin(void*) {
#ifdef MADV_POPULATE_WRITE
    // Older kernels do not know it; then each page comes when it is touched.
    (void)madvise(region.data(), made_ready, MADV_POPULATE_WRITE);
#endif
    return SQLITE_OK;
}

void end(void*) {}

}  // namespace

void give_sqlite_small_blocks() {
#ifndef __SANITIZE_ADDRESS__
    static bool is_given = false;
    if (std::exchange(is_given, true)) return;
    static const sqlite3_mem_methods methods{take, give_back, resize, size_of, round_up, begin, end, nullptr};
    sqlite3_config(SQLITE_CONFIG_MALLOC, &methods);
    // SQLite's own store of small blocks, one for each connection, would now only cost its making.
    sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0);
#endif
}

Statement::~Statement() {
    if (handle_ != nullptr) {
        reset();
        connection_->give_back(handle_);
    }
}

void Statement::bind(int index, std::string_view text) {
    sqlite3_bind_text64(handle_, index, text.data() == nullptr ? "" : text.data(), text.size(), SQLITE_TRANSIENT,
                        SQLITE_UTF8);
}

void Statement::bind(int index, std::int64_t number) {
    sqlite3_bind_int64(handle_, index, number);
}

void Statement::bind(int index, double number) {
    sqlite3_bind_double(handle_, index, number);
}

void Statement::bind_null(int index) {
    sqlite3_bind_null(handle_, index);
}

void Statement::bind_column(int index, const Statement& row, int column) {
    sqlite3_bind_value(handle_, index, sqlite3_column_value(row.handle_, column));
}

Result<bool> Statement::step() {
    const int code = sqlite3_step(handle_);
    if (code == SQLITE_ROW) return true;
    if (code == SQLITE_DONE) return false;
    return fail(connection_->last_error(code));
}

Result<void> Statement::run() {
    auto stepped = step();
    reset();
    if (!stepped) return fail(std::move(stepped).error());
    return {};
}

void Statement::reset() {
    sqlite3_reset(handle_);
    sqlite3_clear_bindings(handle_);
}

std::string_view Statement::text(int column) const {
    const auto* data = sqlite3_column_text(handle_, column);
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(handle_, column));
    return data == nullptr ? std::string_view() : std::string_view(reinterpret_cast<const char*>(data), size);
}

std::int64_t Statement::integer(int column) const {
    return sqlite3_column_int64(handle_, column);
}

double Statement::number(int column) const {
    return sqlite3_column_double(handle_, column);
}

bool Statement::is_null(int column) const {
    return sqlite3_column_type(handle_, column) == SQLITE_NULL;
}

// SQLite does not wait for others here, so we do.
Result<void> turn_on_log(Connection& connection) {
    while (true) {
        auto turned_on = connection.execute("PRAGMA journal_mode=WAL");
        const bool is_worth_waiting = !turned_on && turned_on.error().code == ErrorCode::busy;
        if (!is_worth_waiting || connection.deadline().has_passed()) return turned_on;
        usleep(2000);
    }
}

}  // namespace hm
