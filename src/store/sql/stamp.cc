#include "store/sql/stamp.h"

namespace hm {

Result<StampText> take_stamp(Transaction& transaction, const LocalMinute& minute) {
    HM_TRY_ASSIGN(Statement take,
                  transaction.connection().prepare("INSERT INTO stamps(minute,taken) VALUES(?,1) "
                                                   "ON CONFLICT(minute) DO UPDATE SET taken=taken+1 RETURNING taken"));
    take.bind(1, make_stamp(minute, 0).view());
    HM_TRY(take.step());
    return make_stamp(minute, static_cast<int>(take.integer(0)) - 1);
}

Result<StampText> take_own_stamp(Transaction& transaction, const StampText& stamp) {
    const auto read = read_stamp(stamp.view());
    if (!read) return stamp;
    return take_stamp(transaction, read->minute);
}

}  // namespace hm
