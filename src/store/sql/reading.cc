#include "store/sql/reading.h"

namespace hm {

Result<std::map<std::string, KeptReading>> kept_readings(Connection& codemap) {
    HM_TRY_ASSIGN(Statement read, codemap.prepare("SELECT path, size, changed_ns, value FROM reading"));
    std::map<std::string, KeptReading> kept;
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, read.step());
        if (!has_row) return kept;
        kept.emplace(read.text(0), KeptReading{{read.integer(1), read.integer(2)}, std::string(read.text(3))});
    }
}

Result<void> put_reading(Transaction& transaction, std::string_view path, const KeptReading& reading) {
    HM_TRY_ASSIGN(Statement put,
                  transaction.connection().prepare("INSERT OR REPLACE INTO reading VALUES(?1,?2,?3,?4)"));
    bind_all(put, path, reading.seen.size, reading.seen.changed_ns, std::string_view(reading.value));
    return put.run();
}

Result<void> remove_all_readings(Transaction& transaction) {
    return transaction.connection().execute("DELETE FROM reading");
}

Result<void> remove_reading(Transaction& transaction, std::string_view path) {
    HM_TRY_ASSIGN(Statement remove, transaction.connection().prepare("DELETE FROM reading WHERE path=?1"));
    remove.bind(1, path);
    return remove.run();
}

}  // namespace hm
