// JSON values as Boost.JSON has them, with the few calls the rest needs. Objects keep the order in
// which members were set, so the same value always prints the same bytes.
#pragma once

#include <boost/json.hpp>

#include <string>
#include <string_view>

#include "base/result.h"

namespace hm {

namespace json = boost::json;

// REQUIRES: max_bytes bounds the text; a longer one is refused, never cut.
Result<json::value> parse_json(std::string_view text, std::size_t max_bytes = 8U << 20U);

std::string to_text(const json::value& value);

// The member's text, or "" when it is missing or not a string.
std::string_view text_member(const json::object& object, std::string_view name);

// The member when it is an object, else an empty object.
const json::object& object_member(const json::object& object, std::string_view name);

// JSON that every reader reads alike. Of a member that is named twice one parser keeps the first value and another the
// last; a call that is judged by the one and carried out by the other was not judged at all.

// As parse_json, and fails where an object names a member twice.
Result<json::value> parse_unambiguous_json(std::string_view text, std::size_t max_bytes);

}  // namespace hm
