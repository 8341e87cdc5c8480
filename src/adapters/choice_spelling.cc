#include "adapters/choice_spelling.h"

#include <algorithm>

namespace hm {
namespace {

void spell(json::value& value, const Shape& shape) {
    if (shape.kind == ShapeKind::choice && value.is_string()) {
        value = as_choice(shape, std::string(value.get_string()));
    } else if (shape.kind == ShapeKind::list && value.is_array()) {
        for (json::value& item : value.get_array()) spell(item, shape.item.front());
    } else if (shape.kind == ShapeKind::object && value.is_object()) {
        spell_choices(value.get_object(), shape);
    }
}

}  // namespace

std::string as_choice(const Shape& shape, std::string given) {
    std::string spelled = given;
    std::replace(spelled.begin(), spelled.end(), '-', '_');
    const auto& known = shape.choices;
    return std::find(known.begin(), known.end(), spelled) != known.end() ? spelled : given;
}

void spell_choices(json::object& input, const Shape& shape) {
    for (const FieldShape& field : shape.fields) {
        if (json::value* value = input.if_contains(field.name)) spell(*value, field.shape);
    }
}

}  // namespace hm
