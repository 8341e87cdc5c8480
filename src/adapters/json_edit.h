// JSON with comments, edited by position: every byte that an edit does not concern stays as it was, comments and
// layout included. For settings files that belong to other people. Not a parser: what is read for its meaning goes
// through read_loose_json.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"

namespace hm {

// The names of the members that lead from the whole to one value.
using JsonPath = std::vector<std::string>;

// JSON that may have comments and a comma behind the last item. An empty text is an empty object.
Result<json::value> read_loose_json(std::string_view text);

// Sets the member; the objects on the way are made when they are missing.
Result<std::string> with_json_member(std::string_view text, const JsonPath& path, const json::value& value);

// Puts an item behind the last one of a list; the list and the objects on the way are made when they are missing.
Result<std::string> with_json_item(std::string_view text, const JsonPath& path, const json::value& item);

// Puts an item before the first one, or moves it there when the list holds it already.
Result<std::string> with_json_item_first(std::string_view text, const JsonPath& path, const json::value& item);

// Takes the member out. What is not there is already out.
Result<std::string> without_json_member(std::string_view text, const JsonPath& path);

// Takes one item out of a list.
// REQUIRES: the list has it.
Result<std::string> without_json_item(std::string_view text, const JsonPath& path, std::size_t index);

}  // namespace hm
