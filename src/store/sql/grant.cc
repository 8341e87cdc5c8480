// Grants in the store: only what every noun has, so far.
#include "domain/grant.h"

#include "store/record_rows.h"

namespace hm {

HM_STORED_NOUN(Grant)

}  // namespace hm
