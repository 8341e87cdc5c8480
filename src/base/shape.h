// Shape: what values a type accepts, known at run time. The CLI reads flags by it, JSON Schema and the
// reference pages are printed from it. Made from the field lists by shape_of<T>() in codec.h.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/fields.h"
#include "base/json.h"

namespace hm {

HM_ENUM(ShapeKind, text, integer, number, boolean, choice, id, time, duration, list, object, any)

struct FieldShape;

struct Shape {
    ShapeKind kind = ShapeKind::any;
    std::size_t min = 0;  // characters of a text
    std::size_t max = 0;
    std::vector<std::string_view> choices = {};
    std::vector<Shape> item = {};  // exactly one for a list
    std::vector<FieldShape> fields = {};
};

HM_ENUM(Presence, required, optional)

struct FieldShape {
    std::string_view name;
    std::string_view sentence;
    Presence presence = Presence::required;
    Shape shape;
};

// The JSON Schema (2020-12) of the shape.
json::object to_json_schema(const Shape& shape);

// "text, 1 to 4000 characters", for people.
std::string to_words(const Shape& shape);

// The candidate nearest to a misspelt word, or "" when none is near.
std::string_view nearest(std::string_view word, const std::vector<std::string_view>& candidates);

// Members of a record that its shape does not know: taken out before it is decoded, put back when it is written, so
// that a field of a newer version, or of a person, is not lost.

// Takes the members out of the record that its shape does not know, in nested records too.
json::object take_unknown(json::object& record, const Shape& shape);

// Puts them back behind the known ones. What the record knows by now is left as it is.
void put_back_unknown(json::object& record, const json::object& unknown);

}  // namespace hm
