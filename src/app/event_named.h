// The event that a person means: by its place in the trail, or by its id.
#pragma once

#include <string_view>

#include "domain/event.h"
#include "store/records.h"

namespace hm {

// Nothing when the text is neither, or no event has it.
Result<std::optional<Event>> event_named(Connection& connection, std::string_view text, BadRows& bad);

}  // namespace hm
