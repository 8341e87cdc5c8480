#include "store/sql/receipt.h"

#include "store/statement.h"

namespace hm {
namespace {

constexpr Duration kept_for = hours(24);
constexpr std::int64_t most_kept = 200;

}  // namespace

Result<void> keep_receipt(Transaction& transaction, std::string_view request_id, Time at, std::string_view receipt) {
    if (receipt.size() > max_receipt_bytes) return {};
    Connection& connection = transaction.connection();
    HM_TRY_ASSIGN(
        Statement forget,
        connection.prepare("DELETE FROM receipts WHERE at<?1 OR rowid<=(SELECT max(rowid) FROM receipts)-?2"));
    bind_all(forget, Time{at.ms - kept_for.ms}, most_kept);
    HM_TRY(forget.run());
    HM_TRY_ASSIGN(Statement keep,
                  connection.prepare("INSERT OR REPLACE INTO receipts(request_id,at,receipt) VALUES(?1,?2,?3)"));
    bind_all(keep, request_id, at, receipt);
    return keep.run();
}

Result<std::optional<std::string>> find_receipt(Connection& connection, std::string_view request_id) {
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT receipt FROM receipts WHERE request_id=?"));
    read.bind(1, request_id);
    HM_TRY_ASSIGN(const bool is_there, read.step());
    if (!is_there) return std::nullopt;
    return std::string(read.text(0));
}

}  // namespace hm
