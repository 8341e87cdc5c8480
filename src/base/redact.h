// Redaction: credentials of the usual shapes never reach the disk. What was taken out is marked with its
// kind, so that the text stays readable: [redacted: github token].
#pragma once

#include <string>
#include <string_view>

#include "base/json.h"

namespace hm {

std::string redact(std::string_view text);

// Every string in the value, redacted; member names stay.
json::value redact_value(const json::value& value);

}  // namespace hm
