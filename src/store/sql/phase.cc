// Phases in the store: only what every noun has, so far.
#include "domain/phase.h"

#include "store/record_rows.h"

namespace hm {

HM_STORED_NOUN(Phase)

}  // namespace hm
