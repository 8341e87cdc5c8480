// Turning points in the store: only what every noun has, so far.
#include "domain/turning_point.h"

#include "store/record_rows.h"

namespace hm {

HM_STORED_NOUN(TurningPoint)

}  // namespace hm
