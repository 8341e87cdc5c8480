#include "base/unknown_fields.h"

#include <string>
#include <vector>

namespace hm {
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
