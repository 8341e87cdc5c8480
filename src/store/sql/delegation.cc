// Delegations in the store: only what every noun has, so far.
#include "domain/delegation.h"

#include "store/record_rows.h"

namespace hm {

HM_STORED_NOUN(Delegation)

}  // namespace hm
