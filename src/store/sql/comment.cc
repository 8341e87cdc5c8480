// Comments in the store: only what every noun has, so far.
#include "domain/comment.h"

#include "store/record_rows.h"

namespace hm {

HM_STORED_NOUN(Comment)

}  // namespace hm
