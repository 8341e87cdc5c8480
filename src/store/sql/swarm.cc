// Swarms in the store: only what every noun has, so far.
#include "domain/swarm.h"

#include "store/record_rows.h"

namespace hm {

HM_STORED_NOUN(Swarm)

}  // namespace hm
