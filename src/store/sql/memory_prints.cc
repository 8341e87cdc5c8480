#include "store/sql/memory_prints.h"

#include <fmt/format.h>

#include "domain/memory_prints.h"
#include "store/record_rows.h"
#include "store/sql/search_index.h"

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
