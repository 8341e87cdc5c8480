#include "store/codemap/codemap.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <array>
#include <vector>

#include "store/files/whole_file.h"
#include "store/sqlite/connection.h"
#include "store/sqlite/exclusive_hold.h"
#include "store/sqlite/transaction.h"

namespace hm {

namespace fs = std::filesystem;

namespace {

enum class Content { nothing, code_map, something_else };

Result<Content> content_of(Connection& connection) {
    HM_TRY_ASSIGN(Statement mark, connection.prepare("PRAGMA application_id"));
    HM_TRY(mark.step());
    if (mark.integer(0) == codemap_version()) return Content::code_map;
    HM_TRY_ASSIGN(Statement count, connection.prepare("SELECT count(*) FROM sqlite_schema"));
    HM_TRY(count.step());
    return mark.integer(0) == 0 && count.integer(0) == 0 ? Content::nothing : Content::something_else;
}

// Two may meet here: the second finds it done.
Result<void> make_tables(Connection& connection) {
    HM_TRY_ASSIGN(Transaction transaction, Transaction::begin(connection, Durability::process_crash));
    HM_TRY_ASSIGN(const Content content, content_of(connection));
    if (content == Content::code_map) return {};
    for (const std::string_view statement : codemap_statements()) HM_TRY(connection.execute(std::string(statement)));
    HM_TRY(connection.execute(fmt::format("PRAGMA application_id={}", codemap_version())));
    return transaction.commit();
}

// Fails with corrupt when the file is no code map of this version.
Result<std::unique_ptr<Connection>> open_whole(const fs::path& file, OpenMode mode, Deadline deadline) {
    const PrivateFiles private_files;
    HM_TRY_ASSIGN(auto connection, Connection::open(file.string(), mode, deadline));
    HM_TRY_ASSIGN(const Content content, content_of(*connection));
    if (content == Content::something_else || (content == Content::nothing && mode != OpenMode::create)) {
        return fail(ErrorCode::corrupt, fmt::format("{} is no code map of this version.", file.string()),
                    "Run `hivemind codemap scan`.");
    }
    if (content == Content::nothing) {
        HM_TRY(turn_on_log(*connection));
        HM_TRY(make_tables(*connection));
    }
    return connection;
}

// Which file lies under the name; 0 when there is none.
ino_t number_of(const fs::path& file) {
    struct stat found{};
    return lstat(file.c_str(), &found) == 0 ? found.st_ino : 0;
}

bool is_plain_file(const fs::path& file) {
    struct stat found{};
    return lstat(file.c_str(), &found) == 0 && S_ISREG(found.st_mode);
}

Result<void> remove_unless_replaced(const fs::path& file, ino_t damaged, Deadline deadline) {
    // Nothing that is no file of ours is followed or held.
    if (!is_plain_file(file)) {
        std::error_code error;
        fs::remove(file, error);
        if (!error) return {};
        return fail(ErrorCode::io, fmt::format("{} is in the way: {}.", file.string(), error.message()),
                    "Move it away.");
    }
    HM_TRY_ASSIGN(const ExclusiveHold hold, ExclusiveHold::take(file, deadline));
    if (number_of(file) == damaged) remove_database(file);
    return {};
}

}  // namespace

std::filesystem::path codemap_path(const ProjectPaths& paths) {
    return paths.directory / "codemap.db";
}

Result<CodeMap> CodeMap::open(const ProjectPaths& paths, Deadline deadline) {
    const fs::path file = codemap_path(paths);
    while (true) {
        const ino_t number = number_of(file);
        if (number != 0 && !is_plain_file(file)) HM_TRY(remove_unless_replaced(file, number, deadline));
        auto opened = open_whole(file, OpenMode::create, deadline);
        if (opened && !(*opened)->has_moved()) return CodeMap(std::move(*opened));
        if (deadline.has_passed() && !opened) return fail(std::move(opened).error());
        if (deadline.has_passed()) return fail(ErrorCode::busy, "The code map was replaced meanwhile.", "Try again.");
        if (!opened && opened.error().code != ErrorCode::corrupt) return fail(std::move(opened).error());
        if (!opened) HM_TRY(remove_unless_replaced(file, number, deadline));
    }
}

Result<CodeMap> CodeMap::open_existing(const ProjectPaths& paths, Deadline deadline) {
    const fs::path file = codemap_path(paths);
    if (!is_plain_file(file)) {
        return fail(ErrorCode::not_found, "There is no code map yet.", "Run `hivemind codemap scan`.");
    }
    HM_TRY_ASSIGN(auto connection, open_whole(file, OpenMode::existing, deadline));
    return CodeMap(std::move(connection));
}

Result<void> CodeMap::throw_away(const ProjectPaths& paths, Deadline deadline) {
    const fs::path file = codemap_path(paths);
    const ino_t number = number_of(file);
    if (number == 0) return {};
    return remove_unless_replaced(file, number, deadline);
}

namespace {

// "HM" and the number of the schema.
constexpr std::int64_t mark_of_a_code_map = 0x484D'0000;
constexpr std::int64_t schema_number = 3;

// A file that was looked at and not taken in has a row too, so that it is not read again. `base_` is how it was at the
// last scan that was asked for: what `codemap diff` compares with. A file that is gone stays until the next one.
constexpr std::array<std::string_view, 8> code_statements{
    "CREATE TABLE file(id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, language TEXT, size INTEGER NOT NULL,"
    " changed_ns INTEGER NOT NULL, hash TEXT NOT NULL, lines INTEGER NOT NULL, skipped TEXT, scanned_at INTEGER NOT "
    "NULL,"
    " is_gone INTEGER NOT NULL DEFAULT 0, base_hash TEXT, base_exports TEXT, stem TEXT NOT NULL DEFAULT '')",
    "CREATE INDEX file_by_stem ON file(stem)",
    "CREATE TABLE comment(file_id INTEGER NOT NULL, line INTEGER NOT NULL, kind TEXT NOT NULL, content TEXT NOT NULL,"
    " related TEXT NOT NULL)",
    "CREATE INDEX comment_of_file ON comment(file_id)",
    "CREATE TABLE symbol(file_id INTEGER NOT NULL, line INTEGER NOT NULL, name TEXT NOT NULL, kind TEXT NOT NULL,"
    " signature TEXT NOT NULL, within TEXT NOT NULL, is_exported INTEGER NOT NULL, end_line INTEGER NOT NULL)",
    "CREATE INDEX symbol_of_file ON symbol(file_id)",
    "CREATE INDEX symbol_by_name ON symbol(name)",
    "CREATE TABLE import(file_id INTEGER NOT NULL, line INTEGER NOT NULL, given TEXT NOT NULL,"
    " PRIMARY KEY(file_id, line, given)) WITHOUT ROWID",
};

// What of a file can be searched for; a file waits until its block is made anew. The number of a page is its block and
// the first term in it.
constexpr std::array<std::string_view, 4> term_statements{
    "CREATE TABLE term(file_id INTEGER PRIMARY KEY, length INTEGER NOT NULL, role INTEGER NOT NULL,"
    " is_waiting INTEGER NOT NULL, data TEXT NOT NULL)",
    "CREATE INDEX term_waiting ON term(file_id) WHERE is_waiting=1",
    "CREATE TABLE term_block(block INTEGER PRIMARY KEY, files TEXT NOT NULL)",
    "CREATE TABLE term_page(id INTEGER PRIMARY KEY, data TEXT NOT NULL)",
};

constexpr std::array<std::string_view, 2> scan_statements{
    "CREATE TABLE fact(name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE reading(path TEXT PRIMARY KEY, size INTEGER NOT NULL, changed_ns INTEGER NOT NULL,"
    " value TEXT NOT NULL)",
};

}  // namespace

std::span<const std::string_view> codemap_statements() {
    static const std::vector<std::string_view> all = [] {
        std::vector<std::string_view> statements;
        const auto take = [&](std::span<const std::string_view> list) {
            statements.insert(statements.end(), list.begin(), list.end());
        };
        take(code_statements);
        take(term_statements);
        take(scan_statements);
        return statements;
    }();
    return all;
}

std::int64_t codemap_version() {
    return mark_of_a_code_map + schema_number;
}

}  // namespace hm
