#include "app/graph/plan_documents.h"

#include "domain/lifecycles.h"
#include "store/sql/artifact.h"

namespace hm {

Result<std::size_t> end_documents(const Plan& plan, ArtifactStatus status, const CommandContext& context) {
    constexpr std::int64_t most_documents = 10'000;
    HM_TRY_ASSIGN(auto documents, active_artifacts_of(context.connection(), plan.id, most_documents, context.bad));
    for (Artifact& artifact : documents) {
        HM_TRY(move_to(artifact, status, context.now));
        if (status == ArtifactStatus::completed && !artifact.implemented_at) artifact.implemented_at = context.now;
        artifact.modified_at = context.now;
        HM_TRY(update(context.transaction, artifact));
    }
    return documents.size();
}

}  // namespace hm
