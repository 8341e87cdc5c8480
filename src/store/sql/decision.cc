// Decisions in the store: only what every noun has, so far.
#include "domain/decision.h"

#include "store/record_rows.h"

namespace hm {

HM_STORED_NOUN(Decision)

}  // namespace hm
