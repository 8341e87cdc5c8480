// Knowledge in the store: only what every noun has, so far.
#include "domain/knowledge.h"

#include "store/record_rows.h"

namespace hm {

HM_STORED_NOUN(Knowledge)

}  // namespace hm
