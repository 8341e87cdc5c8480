#include "store/sql/memory_prints.h"

#include <fmt/format.h>

#include "domain/memory_prints.h"

namespace hm {
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

// A text that did not change keeps its row: its prints are still those.
Result<void> keep_beside(Transaction& transaction, const Memory& memory) {
    HM_TRY_ASSIGN(Statement keep, transaction.connection().prepare(
                                      "INSERT OR IGNORE INTO memory_prints(same_text,near_1,near_2,near_3,number) "
                                      "SELECT ?,?,?,?,number FROM memories WHERE id=?"));
    bind_prints(keep, prints_of(read_text(memory.content.view())));
    keep.bind(5, memory.id);
    return keep.run();
}

Result<std::int64_t> count_missing_prints(Connection& connection) {
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT (SELECT count(*) FROM memories) - "
                                                     "(SELECT count(*) FROM memory_prints)"));
    HM_TRY(read.step());
    return read.integer(0);
}

Result<PrintsFilled> fill_missing_prints(Transaction& transaction, std::int64_t after) {
    Connection& connection = transaction.connection();
    HM_TRY_ASSIGN(Statement look, connection.prepare("SELECT t.number, CASE WHEN p.number IS NULL THEN t.content END "
                                                     "FROM memories AS t LEFT JOIN memory_prints AS p USING(number) "
                                                     "WHERE t.number>? ORDER BY t.number LIMIT ?"));
    HM_TRY_ASSIGN(Statement keep, connection.prepare("INSERT INTO memory_prints(same_text,near_1,near_2,near_3,number) "
                                                     "VALUES(?,?,?,?,?)"));
    bind_all(look, after, looked_at_once);
    PrintsFilled done;
    std::int64_t looked_at = 0;
    for (; true; ++looked_at) {
        HM_TRY_ASSIGN(const bool has_row, look.step());
        if (!has_row) break;
        after = look.integer(0);
        if (look.is_null(1)) continue;
        bind_prints(keep, prints_of(read_text(look.text(1))));
        keep.bind(5, after);
        HM_TRY(keep.run());
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
    return filled;
}

}  // namespace hm
