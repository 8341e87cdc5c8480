// A question to the code map: it is brought up to date first, without moving what `codemap diff` compares with.
#pragma once

#include <functional>

#include "app/query.h"

namespace hm {

// The answer says when a limit kept the map from being whole. REQUIRES: the answer's data is an object.
Result<Answer> look_at_codemap(const QueryContext& context,
                               const std::function<Result<Answer>(Connection& codemap, Deadline deadline)>& tell);

}  // namespace hm
