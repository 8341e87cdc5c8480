// What becomes of what is watched: the marks themselves are set where changes are recorded (store/sql/watched.h).
#pragma once

#include "domain/settings.h"
#include "store/transaction.h"

namespace hm {

// At a compaction: anchors that are past their date or whose source changed leave the context, critical ones and those
// of active tasks excepted. Answers how many.
Result<std::int64_t> let_stale_anchors_go(Transaction& transaction, const Settings& settings, Time now);

}  // namespace hm
