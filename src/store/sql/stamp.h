// Stamps are given out in the transaction that uses them, so no two records share one.
#pragma once

#include "domain/stamp.h"
#include "store/transaction.h"

namespace hm {

Result<StampText> take_stamp(Transaction& transaction, const LocalMinute& minute);

// A stamp of the same minute that nobody else has, for a record that was stamped outside a transaction.
Result<StampText> take_own_stamp(Transaction& transaction, const StampText& stamp);

}  // namespace hm
