// One event from a client, read whole from a pipe: bounded in size and in time. A client that does not close its end
// is not waited for once the event is complete.
#pragma once

#include <string>

#include "base/deadline.h"
#include "base/json.h"

namespace hm::hook {

inline constexpr std::size_t longest_event = 16U << 20U;

// Never more than longest_event, and never later than the deadline.
Result<std::string> read_event_text(int input, Deadline deadline);

// Fails at what is no JSON object, and where an object names a member twice.
Result<json::object> parse_event(std::string_view text);

}  // namespace hm::hook
