#include "base/shape.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

namespace hm {
namespace {

std::string_view schema_type(ShapeKind kind) {
    switch (kind) {
        case ShapeKind::integer:
        case ShapeKind::time: return "integer";
        case ShapeKind::number: return "number";
        case ShapeKind::boolean: return "boolean";
        case ShapeKind::list: return "array";
        case ShapeKind::object: return "object";
        default: return "string";
    }
}

void add_fields(json::object& schema, const std::vector<FieldShape>& fields) {
    json::object properties;
    json::array required;
    for (const FieldShape& field : fields) {
        json::object property = to_json_schema(field.shape);
        property["description"] = field.sentence;
        properties[field.name] = std::move(property);
        if (field.presence == Presence::required) required.emplace_back(field.name);
    }
    schema["properties"] = std::move(properties);
    if (!required.empty()) schema["required"] = std::move(required);
    schema["additionalProperties"] = false;
}

// Letters added, left out, replaced, or swapped with their neighbour.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before_last(b.size() + 1);
    std::vector<std::size_t> last(b.size() + 1);
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(last.begin(), last.end(), 0U);
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
            const bool is_swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (is_swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
        }
        before_last.swap(last);
        last.swap(row);
    }
    return last[b.size()];
}

}  // namespace

json::object to_json_schema(const Shape& shape) {
    json::object schema;
    if (shape.kind == ShapeKind::any) return schema;
    schema["type"] = schema_type(shape.kind);
    if (shape.kind == ShapeKind::text) {
        if (shape.min > 0) schema["minLength"] = shape.min;
        if (shape.max > 0) schema["maxLength"] = shape.max;
    }
    if (shape.kind == ShapeKind::id) schema["format"] = "uuid";
    if (shape.kind == ShapeKind::choice) {
        json::array names;
        for (const std::string_view choice : shape.choices) names.emplace_back(choice);
        schema["enum"] = std::move(names);
    }
    if (shape.kind == ShapeKind::list) schema["items"] = to_json_schema(shape.item.front());
    if (shape.kind == ShapeKind::object && !shape.fields.empty()) add_fields(schema, shape.fields);
    return schema;
}

std::string to_words(const Shape& shape) {
    switch (shape.kind) {
        case ShapeKind::text:
            return shape.max == 0 ? "text" : fmt::format("text, {} to {} characters", shape.min, shape.max);
        case ShapeKind::choice: return fmt::format("one of {}", fmt::join(shape.choices, ", "));
        case ShapeKind::time: return "epoch milliseconds";
        case ShapeKind::duration: return "a length of time such as 30m";
        case ShapeKind::list: return fmt::format("list of {}", to_words(shape.item.front()));
        default: return std::string(name_of(shape.kind));
    }
}

std::string_view nearest(std::string_view word, const std::vector<std::string_view>& candidates) {
    std::string_view best;
    std::size_t best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
    if (word.size() > 64) return best;
    for (const std::string_view candidate : candidates) {
        const std::size_t distance = edit_distance(word, candidate);
        if (distance < best_distance) {
            best = candidate;
            best_distance = distance;
        }
    }
    return best;
}

namespace {

const Shape* shape_named(const Shape& shape, std::string_view name) {
    for (const FieldShape& field : shape.fields) {
        if (field.name == name) return &field.shape;
    }
    return nullptr;
}

// An object without fields takes any member.
bool has_members_of_its_own(const Shape& shape) {
    return shape.kind == ShapeKind::object && !shape.fields.empty();
}

json::object unknown_in_items(json::array& items, const Shape& item) {
    json::object found;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (!items[i].is_object()) continue;
        json::object unknown = take_unknown(items[i].get_object(), item);
        if (!unknown.empty()) found[std::to_string(i)] = std::move(unknown);
    }
    return found;
}

json::object unknown_inside(json::value& value, const Shape& shape) {
    if (has_members_of_its_own(shape) && value.is_object()) return take_unknown(value.get_object(), shape);
    const bool is_list_of_records = shape.kind == ShapeKind::list && has_members_of_its_own(shape.item.front());
    if (is_list_of_records && value.is_array()) return unknown_in_items(value.get_array(), shape.item.front());
    return {};
}

void put_back_into_items(json::array& items, const json::object& unknown) {
    for (std::size_t i = 0; i < items.size(); ++i) {
        const json::value* found = unknown.if_contains(std::to_string(i));
        if (found != nullptr && found->is_object() && items[i].is_object()) {
            put_back_unknown(items[i].get_object(), found->get_object());
        }
    }
}

}  // namespace

json::object take_unknown(json::object& record, const Shape& shape) {
    json::object unknown;
    std::vector<std::string> taken;
    for (auto& member : record) {
        const Shape* known = shape_named(shape, member.key());
        if (known == nullptr) {
            unknown[member.key()] = member.value();
            taken.emplace_back(member.key());
            continue;
        }
        json::object inner = unknown_inside(member.value(), *known);
        if (!inner.empty()) unknown[member.key()] = std::move(inner);
    }
    for (const std::string& key : taken) record.stable_erase(key);
    return unknown;
}

void put_back_unknown(json::object& record, const json::object& unknown) {
    for (const auto& member : unknown) {
        json::value* there = record.if_contains(member.key());
        if (there == nullptr) {
            record[member.key()] = member.value();
        } else if (there->is_object() && member.value().is_object()) {
            put_back_unknown(there->get_object(), member.value().get_object());
        } else if (there->is_array() && member.value().is_object()) {
            put_back_into_items(there->get_array(), member.value().get_object());
        }
    }
}

}  // namespace hm
