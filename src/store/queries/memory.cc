#include "store/queries/memory.h"

#include <fmt/format.h>

#include <algorithm>

#include "domain/fingerprints.h"
#include "store/queries/search_index.h"
#include "store/records/columns.h"

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

namespace {

constexpr std::int64_t looked_at_once = 2000;

void bind_prints(Statement& statement, const MemoryPrints& prints) {
    int index = 0;
    statement.bind(++index, prints.same_text);
    for (std::size_t i = 0; i < 3; ++i) {
        prints.near ? statement.bind(++index, (*prints.near)[i]) : statement.bind_null(++index);
    }
}

}  // namespace

Result<void> keep_beside(Transaction& transaction, const Memory& memory) {
    Connection& connection = transaction.connection();
    HM_TRY_ASSIGN(Statement look, connection.prepare("SELECT number FROM memories WHERE id=?"));
    look.bind(1, memory.id);
    HM_TRY(look.step());
    const std::int64_t number = look.integer(0);
    // A text that did not change keeps its row: its prints are still those.
    HM_TRY_ASSIGN(Statement keep, connection.prepare("INSERT OR IGNORE INTO "
                                                     "memory_prints(same_text,near_1,near_2,near_3,number) "
                                                     "VALUES(?,?,?,?,?)"));
    bind_prints(keep, prints_of(read_text(memory.content.view())));
    keep.bind(5, number);
    HM_TRY(keep.run());
    return index_memory(transaction, number, memory);
}

Result<std::int64_t> count_missing_prints(Connection& connection) {
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT (SELECT count(*) FROM memories) - "
                                                     "(SELECT count(*) FROM memory_prints)"));
    HM_TRY(read.step());
    return read.integer(0);
}

Result<PrintsFilled> fill_missing_prints(Transaction& transaction, std::int64_t after) {
    Connection& connection = transaction.connection();
    HM_TRY_ASSIGN(Statement look, connection.prepare("SELECT t.number, p.number, t.content FROM memories AS t "
                                                     "LEFT JOIN memory_prints AS p USING(number) "
                                                     "WHERE t.number>? ORDER BY t.number LIMIT ?"));
    HM_TRY_ASSIGN(Statement keep, connection.prepare("INSERT INTO memory_prints(same_text,near_1,near_2,near_3,number) "
                                                     "VALUES(?,?,?,?,?)"));
    bind_all(look, after, looked_at_once);
    PrintsFilled done;
    BadRows bad;
    std::int64_t looked_at = 0;
    for (; true; ++looked_at) {
        HM_TRY_ASSIGN(const bool has_row, look.step());
        if (!has_row) break;
        after = look.integer(0);
        if (!look.is_null(1)) continue;
        bind_prints(keep, prints_of(read_text(look.text(2))));
        keep.bind(5, after);
        HM_TRY(keep.run());
        // A row that its type refuses is not shown, so that it need not be found.
        HM_TRY_ASSIGN(const auto found, select<Memory>(connection, "WHERE t.number=?", bad, after));
        if (!found.empty()) HM_TRY(index_memory(transaction, after, found.front()));
        ++done.filled;
    }
    if (looked_at == looked_at_once) done.go_on_after = after;
    return done;
}

Result<std::int64_t> fill_all_missing_prints(Connection& connection) {
    std::int64_t filled = 0;
    std::optional<std::int64_t> after = 0;
    while (after) {
        // Prints can be made again, so that they need not survive a power loss.
        HM_TRY_ASSIGN(Transaction transaction, Transaction::begin(connection, Durability::process_crash));
        HM_TRY_ASSIGN(const PrintsFilled done, fill_missing_prints(transaction, *after));
        HM_TRY(transaction.commit());
        filled += done.filled;
        after = done.go_on_after;
    }
    std::int64_t others = 1;
    while (others > 0) {
        HM_TRY_ASSIGN(Transaction transaction, Transaction::begin(connection, Durability::process_crash));
        HM_TRY_ASSIGN(others, index_missing_others(transaction));
        HM_TRY(transaction.commit());
    }
    return filled;
}

}  // namespace hm
