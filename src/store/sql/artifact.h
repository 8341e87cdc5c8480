// Artifacts in the store, beyond what every noun has.
#pragma once

#include <vector>

#include "domain/artifact.h"
#include "store/records.h"

namespace hm {

// Documents of the plan that somebody remarked on lately: among the newest remarks and those that nobody read yet, a
// bounded number of each. For packs, which may not look through every document.
Result<std::vector<Id>> artifacts_remarked_on(Connection& connection, const Id& plan_id);

// Whether any task names the document as one of its own. Looks through what tasks name: for a document that itself
// names nothing.
Result<bool> is_named_by_task(Connection& connection, const Id& artifact_id);

// Whether there is one in use at all. Most projects have none, and asking so is cheaper than reading none.
Result<bool> has_active_artifact(Connection& connection);

// In use, of the plan.
Result<std::vector<Artifact>> active_artifacts_of(Connection& connection, const Id& plan_id, std::int64_t limit,
                                                  BadRows& bad);

}  // namespace hm
