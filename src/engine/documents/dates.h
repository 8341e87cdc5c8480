// Dates as people write them into documents. Pure.
#pragma once

#include <optional>
#include <string_view>

#include "base/time.h"

namespace hm {

// The first of 2026-01-31, 2026/01/31, "January 31, 2026" and "31 January 2026" in the text, at its midnight (UTC).
std::optional<Time> date_in(std::string_view text);

}  // namespace hm
