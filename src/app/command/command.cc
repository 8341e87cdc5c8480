#include "app/command/command.h"

#include <algorithm>
#include <ctime>

#include "base/digest.h"
#include "base/strings.h"

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

LocalMinute local_minute(Time time) {
    const std::time_t seconds_since_epoch = static_cast<std::time_t>(time.ms / 1000);
    std::tm parts{};
    localtime_r(&seconds_since_epoch, &parts);
    return {parts.tm_min, parts.tm_hour, parts.tm_mday, parts.tm_mon + 1, parts.tm_year + 1900};
}

Event new_event(std::string_view kind, std::string_view summary, const Actor& actor, Time at, IdSource& ids) {
    Event event;
    event.id = ids.next(at);
    event.at = at;
    std::string name(kind);
    std::replace(name.begin(), name.end(), ' ', '.');
    auto word = Word::make(std::move(name));
    HM_ASSERT(word.has_value());
    event.kind = std::move(*word);
    event.actor = actor.kind;
    if (auto role = Word::make(actor.role)) event.role = std::move(*role);
    event.session_id = actor.session_id;
    if (auto line = Sentence::make(shorten(repair_utf8(summary), Sentence::max_characters))) {
        event.summary = std::move(*line);
    }
    return event;
}

void set_request_id(Event& event, std::string_view request_id) {
    if (auto key = Text<1, 120>::make(std::string(request_id))) event.request_id = std::move(*key);
}

std::string request_print(std::string_view name, const json::object& content) {
    return sha256_hex(std::string(name).append(" ").append(to_text(content))).substr(0, 16);
}

}  // namespace hm
