#include "app/receipt.h"

namespace hm {
namespace {

std::optional<Id> id_member(const json::object& object, std::string_view name) {
    auto id = Id::parse(text_member(object, name));
    return id ? std::optional(std::move(*id)) : std::nullopt;
}

}  // namespace

json::object to_json(const Receipt& receipt) {
    json::object object{{"sentence", receipt.sentence}};
    if (receipt.id) object["id"] = receipt.id->text();
    if (receipt.task_id) object["task_id"] = receipt.task_id->text();
    for (const auto& member : receipt.details) object[member.key()] = member.value();
    return object;
}

Shape shape_of_receipt() {
    Shape shape{.kind = ShapeKind::object};
    shape.fields = {
        {"sentence", "What was done.", Presence::required, {.kind = ShapeKind::text}},
        {"id", "The record that was made or changed.", Presence::optional, {.kind = ShapeKind::id}},
        {"task_id", "The task it belongs to.", Presence::optional, {.kind = ShapeKind::id}},
    };
    return shape;
}

Receipt receipt_from_json(const json::object& object) {
    Receipt receipt{std::string(text_member(object, "sentence")), id_member(object, "id"),
                    id_member(object, "task_id")};
    for (const auto& member : object) {
        const std::string_view key = member.key();
        if (key != "sentence" && key != "id" && key != "task_id") receipt.details[key] = member.value();
    }
    return receipt;
}

}  // namespace hm
