#include "store/sql/memory.h"

#include "store/record_rows.h"

namespace hm {
namespace {

constexpr std::string_view in_use = "t.archived_at IS NULL AND t.standing NOT IN ('superseded','rejected') ";

std::string with(std::string_view before, std::string_view after) {
    return std::string(before) + std::string(in_use) + std::string(after);
}

// Every word quoted, so that nothing in it is read as query syntax.
std::string any_of(const std::vector<std::string>& words) {
    std::string query;
    for (const std::string& word : words) {
        query += query.empty() ? "\"" : " OR \"";
        for (const char c : word) query += c == '"' ? std::string("\"\"") : std::string(1, c);
        query += '"';
    }
    return query;
}

}  // namespace

HM_STORED_NOUN(Memory)

Result<std::vector<Memory>> recent_memories(Connection& connection, std::int64_t limit, BadRows& bad) {
    return select<Memory>(connection, with("WHERE ", "ORDER BY t.created_at DESC, t.id DESC LIMIT ?"), bad, limit);
}

Result<std::vector<Memory>> memories_of_task(Connection& connection, const Id& task_id, std::int64_t limit,
                                             BadRows& bad) {
    return select<Memory>(connection,
                          with("WHERE t.origin_task_id=? AND ", "ORDER BY t.created_at DESC, t.id DESC LIMIT ?"), bad,
                          task_id, limit);
}

// The second condition repeats the index's own, without which SQLite would not use it.
Result<std::vector<Memory>> false_paths(Connection& connection, std::int64_t limit, BadRows& bad) {
    return select<Memory>(
        connection,
        with("WHERE t.kind='false_path' AND t.kind<>'insight' AND ", "ORDER BY t.created_at DESC, t.id DESC LIMIT ?"),
        bad, limit);
}

Result<std::vector<MemoryHit>> search_memories(Connection& connection, const std::vector<std::string>& words,
                                               std::int64_t limit, BadRows& bad) {
    std::vector<MemoryHit> hits;
    if (words.empty()) return hits;
    HM_TRY_ASSIGN(Statement match,
                  connection.prepare("SELECT rowid, -rank FROM memory_search WHERE memory_search MATCH ? "
                                     "ORDER BY rank LIMIT ?"));
    bind_all(match, std::string_view(any_of(words)), limit);
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, match.step());
        if (!has_row) return hits;
        HM_TRY_ASSIGN(auto found, select<Memory>(connection, with("WHERE t.number=? AND ", ""), bad, match.integer(0)));
        if (!found.empty()) hits.push_back({std::move(found.front()), match.number(1)});
    }
}

Result<std::int64_t> count_memories(Connection& connection) {
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT value FROM counts WHERE name='memories'"));
    HM_TRY(read.step());
    return read.integer(0);
}

}  // namespace hm
