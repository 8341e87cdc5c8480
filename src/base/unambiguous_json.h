// JSON that every reader reads alike. Of a member that is named twice one parser keeps the first value and another the
// last; a call that is judged by the one and carried out by the other was not judged at all.
#pragma once

#include <string_view>

#include "base/json.h"

namespace hm {

// As parse_json, and fails where an object names a member twice.
Result<json::value> parse_unambiguous_json(std::string_view text, std::size_t max_bytes);

}  // namespace hm
