// What is past its date: anchors that fade, and entries that nobody confirmed.
#pragma once

#include "app/command/query.h"
#include "domain/settings.h"
#include "engine/recall/staleness.h"
#include "store/sqlite/transaction.h"
#include "view/memory_text.h"

namespace hm {

// What becomes of what is watched: the marks themselves are set where changes are recorded (store/queries/watched.h).

// At a compaction: anchors that are past their date or whose source changed leave the context, critical ones and those
// of active tasks excepted. Answers how many.
Result<std::int64_t> let_stale_anchors_go(Transaction& transaction, const Settings& settings, Time now);

// What of a noun is stale: past its date, or come from something that changed since. For the lists of it.

Result<StalenessFacts> load_staleness_facts(const QueryContext& context);

// At most `limit` of each; what changed comes first.
Result<std::vector<StaleEntry>> stale_anchors(const StalenessFacts& facts, std::int64_t limit,
                                              const QueryContext& context);
Result<std::vector<StaleEntry>> stale_memories(const StalenessFacts& facts, std::int64_t limit,
                                               const QueryContext& context);
Result<std::vector<StaleEntry>> stale_knowledge(const StalenessFacts& facts, std::int64_t limit,
                                                const QueryContext& context);

// Documents that are stale by their place in the chain. Those that hang on nothing are no matter of validating.
Result<std::vector<StaleEntry>> stale_artifacts(const StalenessFacts& facts, std::int64_t limit,
                                                const QueryContext& context);

}  // namespace hm
