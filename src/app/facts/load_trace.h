// Everything that belongs to a record, an event or a minute: what it names, what hangs off it, what happened to it.
#pragma once

#include <string_view>

#include "app/query.h"
#include "view/trace_text.h"

namespace hm {

// `asked` is an id of a record or an event, a stamp of 10 to 12 digits, or an event's place in the trail.
Result<TraceFacts> load_trace(std::string_view asked, const QueryContext& context);

}  // namespace hm
