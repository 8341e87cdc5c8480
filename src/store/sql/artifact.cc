// Artifacts in the store: only what every noun has, so far.
#include "domain/artifact.h"

#include "store/record_rows.h"

namespace hm {

HM_STORED_NOUN(Artifact)

}  // namespace hm
