// Stamps are given out in the transaction that uses them, so no two records share one.
#pragma once

#include "domain/stamp.h"
#include "store/transaction.h"

namespace hm {

Result<StampText> take_stamp(Transaction& transaction, const LocalMinute& minute);

}  // namespace hm
