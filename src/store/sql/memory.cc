#include "store/sql/memory.h"

#include <algorithm>

#include "store/record_rows.h"
#include "store/sql/memory_prints.h"

namespace hm {
namespace {

// A print that very many memories share is followed only so far, the newest first.
constexpr std::int64_t prints_followed = 64;
constexpr std::size_t alike_of_a_print = 8;

constexpr std::string_view in_use = "t.archived_at IS NULL AND t.standing NOT IN ('superseded','rejected') ";

std::string with(std::string_view before, std::string_view after) {
    return std::string(before) + std::string(in_use) + std::string(after);
}

Result<void> add_alike(Connection& connection, std::string_view print_column, std::int64_t print,
                       std::vector<Memory>& alike, BadRows& bad) {
    HM_TRY_ASSIGN(Statement meet, connection.prepare("SELECT number FROM memory_prints WHERE " +
                                                     std::string(print_column) + "=? ORDER BY number DESC LIMIT ?"));
    bind_all(meet, print, prints_followed);
    const std::size_t most = alike.size() + alike_of_a_print;
    while (alike.size() < most) {
        HM_TRY_ASSIGN(const bool has_row, meet.step());
        if (!has_row) return {};
        HM_TRY_ASSIGN(auto found, select<Memory>(connection, with("WHERE t.number=? AND ", ""), bad, meet.integer(0)));
        if (found.empty()) continue;
        const auto is_it = [&](const Memory& each) { return each.id == found.front().id; };
        if (std::none_of(alike.begin(), alike.end(), is_it)) alike.push_back(std::move(found.front()));
    }
    return {};
}

}  // namespace

HM_STORED_NOUN(Memory)

Result<std::vector<Memory>> recent_memories(Connection& connection, std::int64_t limit, BadRows& bad) {
    return select<Memory>(connection, with("WHERE ", "ORDER BY t.created_at DESC, t.id DESC LIMIT ?"), bad, limit);
}

// Most are insights, so that the newest of them are among the newest; dead ends have an index, whose own condition is
// repeated, without which SQLite would not use it.
Result<std::vector<Memory>> memories_of_kind(Connection& connection, MemoryKind kind, std::int64_t limit,
                                             BadRows& bad) {
    const std::string_view of_kind = kind == MemoryKind::insight
                                         ? "WHERE t.kind='insight' AND "
                                         : "WHERE t.kind='false_path' AND t.kind<>'insight' AND ";
    return select<Memory>(connection, with(of_kind, "ORDER BY t.created_at DESC, t.id DESC LIMIT ?"), bad, limit);
}

Result<std::vector<Memory>> memories_of_task(Connection& connection, const Id& task_id, std::int64_t limit,
                                             BadRows& bad) {
    return select<Memory>(connection,
                          with("WHERE t.origin_task_id=? AND ", "ORDER BY t.created_at DESC, t.id DESC LIMIT ?"), bad,
                          task_id, limit);
}

Result<std::vector<Memory>> unconfirmed_memories(Connection& connection, std::int64_t limit, BadRows& bad) {
    return select<Memory>(connection,
                          "WHERE t.archived_at IS NULL AND t.standing='observed' AND t.validated_at IS NULL "
                          "ORDER BY t.created_at DESC, t.id DESC LIMIT ?",
                          bad, limit);
}

Result<std::vector<Memory>> memories_alike(Connection& connection, const MemoryPrints& prints, BadRows& bad) {
    std::vector<Memory> alike;
    HM_TRY(add_alike(connection, "same_text", prints.same_text, alike, bad));
    if (!prints.near) return alike;
    HM_TRY(add_alike(connection, "near_1", (*prints.near)[0], alike, bad));
    HM_TRY(add_alike(connection, "near_2", (*prints.near)[1], alike, bad));
    HM_TRY(add_alike(connection, "near_3", (*prints.near)[2], alike, bad));
    return alike;
}

Result<std::optional<std::int64_t>> replacement_of_memory(Connection& connection, std::string_view id) {
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT number FROM memories WHERE supersedes=? "
                                                     "AND archived_at IS NULL AND standing<>'rejected' "
                                                     "ORDER BY validated_at IS NULL, number DESC LIMIT 1"));
    read.bind(1, id);
    HM_TRY_ASSIGN(const bool has_row, read.step());
    if (!has_row) return std::nullopt;
    return read.integer(0);
}

Result<std::vector<Memory>> replacements_of_memory(Connection& connection, const Id& id, BadRows& bad) {
    constexpr std::int64_t most = 100;
    return select<Memory>(connection, "WHERE t.supersedes=? AND t.archived_at IS NULL ORDER BY t.number DESC LIMIT ?",
                          bad, id, most);
}

Result<std::int64_t> count_saves(Connection& connection, const Id& id) {
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT count(*) FROM events WHERE subject_id=? AND kind IN "
                                                     "('memory.save','memory.flag-false-path','memory.supersede')"));
    read.bind(1, id);
    HM_TRY(read.step());
    return read.integer(0);
}

Result<std::int64_t> count_memories(Connection& connection) {
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT value FROM counts WHERE name='memories'"));
    HM_TRY(read.step());
    return read.integer(0);
}

Result<std::vector<std::pair<std::string, std::int64_t>>> count_memories_by_trust(Connection& connection) {
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT trust, count(*) FROM memories WHERE archived_at IS NULL "
                                                     "GROUP BY trust ORDER BY 2 DESC LIMIT 20"));
    std::vector<std::pair<std::string, std::int64_t>> counts;
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, read.step());
        if (!has_row) return counts;
        counts.emplace_back(read.text(0), read.integer(1));
    }
}

}  // namespace hm
