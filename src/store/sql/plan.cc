// Plans in the store: only what every noun has, so far.
#include "domain/plan.h"

#include "store/record_rows.h"

namespace hm {

HM_STORED_NOUN(Plan)

}  // namespace hm
