// Any record as people read it: a line in a list, or every field of it. Works from the JSON form, so that it needs to
// know no noun.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/shape.h"
#include "base/time.h"

namespace hm {

// What the record is about, in one short line; empty when nothing says it.
std::string headline_of(const json::object& record);

// One line each: id, status, age, headline. `noun` names what is missing when there is none.
std::string any_record_lines(std::string_view noun, const std::vector<json::object>& records, Time now);

// Every field that has a value, a line each; times as dates.
std::string any_record_text(std::string_view noun, const json::object& record, const Shape& shape);

}  // namespace hm
