// What of a noun is stale: past its date, or come from something that changed since. For the lists of it.
#pragma once

#include "app/query.h"
#include "engine/staleness/staleness.h"
#include "view/stale_text.h"

namespace hm {

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
