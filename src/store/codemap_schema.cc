#include <array>
#include <vector>

#include "store/codemap.h"

namespace hm {
namespace {

// "HM" and the number of the schema.
constexpr std::int64_t mark_of_a_code_map = 0x484D'0000;
constexpr std::int64_t schema_number = 2;

// A file that was looked at and not taken in has a row too, so that it is not read again. `base_` is how it was at the
// last scan that was asked for: what `codemap diff` compares with. A file that is gone stays until the next one.
constexpr std::array<std::string_view, 7> code_statements{
    "CREATE TABLE file(id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, language TEXT, size INTEGER NOT NULL,"
    " changed_ns INTEGER NOT NULL, hash TEXT NOT NULL, lines INTEGER NOT NULL, skipped TEXT, scanned_at INTEGER NOT "
    "NULL,"
    " is_gone INTEGER NOT NULL DEFAULT 0, base_hash TEXT, base_exports TEXT)",
    "CREATE TABLE comment(file_id INTEGER NOT NULL, line INTEGER NOT NULL, kind TEXT NOT NULL, content TEXT NOT NULL,"
    " related TEXT NOT NULL)",
    "CREATE INDEX comment_of_file ON comment(file_id)",
    "CREATE TABLE symbol(file_id INTEGER NOT NULL, line INTEGER NOT NULL, name TEXT NOT NULL, kind TEXT NOT NULL,"
    " signature TEXT NOT NULL, within TEXT NOT NULL, is_exported INTEGER NOT NULL)",
    "CREATE INDEX symbol_of_file ON symbol(file_id)",
    "CREATE INDEX symbol_by_name ON symbol(name)",
    "CREATE TABLE import(file_id INTEGER NOT NULL, line INTEGER NOT NULL, given TEXT NOT NULL,"
    " PRIMARY KEY(file_id, line, given)) WITHOUT ROWID",
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
        take(scan_statements);
        return statements;
    }();
    return all;
}

std::int64_t codemap_version() {
    return mark_of_a_code_map + schema_number;
}

}  // namespace hm
