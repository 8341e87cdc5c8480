// Members of a record that its shape does not know: taken out before it is decoded, put back when it is written, so
// that a field of a newer version, or of a person, is not lost.
#pragma once

#include "base/json.h"
#include "base/shape.h"

namespace hm {

// Takes the members out of the record that its shape does not know, in nested records too.
json::object take_unknown(json::object& record, const Shape& shape);

// Puts them back behind the known ones. What the record knows by now is left as it is.
void put_back_unknown(json::object& record, const json::object& unknown);

}  // namespace hm
