// Signals in the store: only what every noun has, so far.
#include "domain/signal.h"

#include "store/record_rows.h"

namespace hm {

HM_STORED_NOUN(Signal)

}  // namespace hm
