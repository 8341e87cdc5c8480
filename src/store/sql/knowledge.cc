// Knowledge in the store: what every noun has, and its words in the search index.
#include "domain/knowledge.h"

#include "store/record_rows.h"
#include "store/sql/search_index.h"

namespace hm {

HM_STORED_NOUN(Knowledge)

}  // namespace hm
