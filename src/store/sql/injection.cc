// Injections in the store: only what every noun has, so far.
#include "domain/injection.h"

#include "store/record_rows.h"

namespace hm {

HM_STORED_NOUN(Injection)

}  // namespace hm
