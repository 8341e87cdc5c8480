#include "app/command/named.h"

#include <fmt/format.h>

#include <charconv>

#include "base/short_id.h"
#include "base/strings.h"
#include "domain/stamp.h"
#include "store/records/any_record.h"
#include "store/records/change.h"
#include "store/records/reading.h"
#include "view/record_text.h"
#include "view/text.h"

namespace hm {

Result<std::optional<Event>> event_named(Connection& connection, std::string_view text, BadRows& bad) {
    if (const auto id = Id::parse(text)) return find_event(connection, *id, bad);
    std::int64_t seq = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seq);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return find_event(connection, seq, bad);
}

namespace {

constexpr std::int64_t most_meant = 5;

std::string line_of(const Id& id, Connection& connection) {
    BadRows ignored;
    const auto noun = noun_of(connection, id);
    const auto record = noun && *noun != nullptr ? (*noun)->find(connection, id, ignored)
                                                 : Result<std::optional<json::object>>(std::nullopt);
    const std::string about = record && *record ? headline_of(**record) : std::string();
    return fmt::format("{} {}", id.text(), about);
}

Error ambiguous(std::string_view text, std::string_view noun, const std::vector<Id>& ids, Connection& connection) {
    Error error{ErrorCode::conflict,
                fmt::format("More than one {} is meant by \"{}\".", noun.empty() ? "record" : noun, text),
                "Name it by its whole id.",
                "The name or the end of the id is shared.",
                {}};
    for (const Id& id : ids) error.evidence.push_back(line_of(id, connection));
    return error;
}

Error names_nothing(std::string_view text, std::string_view noun, Connection& connection) {
    Error error{ErrorCode::not_found,
                fmt::format("No {} has the id or name \"{}\".", noun.empty() ? "record" : noun, shorten(text, 60)),
                "Use an id as it was printed, short or whole; a task or a plan also by its name.",
                {},
                {}};
    if (const auto open = open_names(connection, noun, most_meant)) {
        for (const auto& [id, name] : *open) {
            error.evidence.push_back(fmt::format("open: {} {}", short_id(id), plain_text(shorten(name, 100))));
        }
    }
    return error;
}

// One id, nothing when there is none, and an error when there are several.
Result<std::optional<Id>> only_one(const std::vector<Id>& ids, std::string_view text, std::string_view noun,
                                   Connection& connection) {
    if (ids.empty()) return std::nullopt;
    if (ids.size() > 1) return fail(ambiguous(text, noun, ids, connection));
    return ids.front();
}

// "task" of task_id, origin_task_id and depends_on of a task; "" where any record may be meant.
std::string_view noun_of_field(std::string_view field, std::string_view entry) {
    const std::string_view own = entry.substr(0, entry.find(' '));
    if (field == "id" || field == "depends_on") return noun_named(own) != nullptr ? own : std::string_view();
    if (field.ends_with("_ids")) field.remove_suffix(1);
    if (!field.ends_with("_id")) return {};
    field.remove_suffix(3);
    const std::size_t last = field.rfind('_');
    const std::string_view noun = last == std::string_view::npos ? field : field.substr(last + 1);
    return noun_named(noun) != nullptr ? noun : std::string_view();
}

Result<void> settle(json::value& value, const Shape& shape, std::string_view noun, std::string_view entry,
                    Connection& connection) {
    if (shape.kind == ShapeKind::id && value.is_string()) {
        const std::string text(value.get_string());
        if (text.empty() || Id::parse(text)) return {};
        HM_TRY_ASSIGN(const Id id, record_named(text, connection, noun));
        value = id.text();
    } else if (shape.kind == ShapeKind::list && value.is_array()) {
        for (json::value& item : value.get_array()) HM_TRY(settle(item, shape.item.front(), noun, entry, connection));
    } else if (shape.kind == ShapeKind::object && value.is_object()) {
        return settle_ids(value, shape, entry, connection);
    }
    return {};
}

}  // namespace

Result<std::optional<Id>> open_record_named(std::string_view text, Connection& connection, std::string_view noun) {
    if (auto id = Id::parse(text)) return std::move(*id);
    if (may_be_part_of_id(text)) {
        HM_TRY_ASSIGN(const auto ids, ids_with_part(connection, noun, text, most_meant));
        HM_TRY_ASSIGN(auto found, only_one(ids, text, noun, connection));
        if (found) return found;
    }
    HM_TRY_ASSIGN(const auto ids, open_ids_called(connection, noun, trimmed(text), most_meant));
    return only_one(ids, text, noun, connection);
}

Result<Id> record_named(std::string_view text, Connection& connection, std::string_view noun) {
    HM_TRY_ASSIGN(const auto named, ids_with_alias(connection, text));
    if (named.size() == 1) return named.front();
    if (auto id = Id::parse(text)) return std::move(*id);
    // A stamp has only digits, and so may the end of an id: the longer one is a stamp.
    if (read_stamp(text)) {
        HM_TRY_ASSIGN(const auto ids, ids_with_stamp(connection, text, 2));
        if (ids.size() == 1) return ids.front();
        return fail(ErrorCode::not_found, fmt::format("No single record has the stamp {}.", text),
                    fmt::format("`hivemind trace {}` shows all that belong to it.", text));
    }
    if (may_be_part_of_id(text)) {
        HM_TRY_ASSIGN(const auto ids, ids_with_part(connection, noun, text, most_meant));
        HM_TRY_ASSIGN(auto found, only_one(ids, text, noun, connection));
        if (found) return std::move(*found);
    }
    for (const std::string_view each : {std::string_view("task"), std::string_view("plan")}) {
        if (!noun.empty() && noun != each) continue;
        HM_TRY_ASSIGN(const auto ids, ids_called(connection, each, trimmed(text), most_meant));
        HM_TRY_ASSIGN(auto found, only_one(ids, text, each, connection));
        if (found) return std::move(*found);
    }
    return fail(names_nothing(text, noun, connection));
}

Result<void> settle_ids(json::value& input, const Shape& shape, std::string_view entry, Connection& connection) {
    if (!input.is_object()) return {};
    for (const FieldShape& field : shape.fields) {
        json::value* const value = input.get_object().if_contains(field.name);
        if (value == nullptr) continue;
        HM_TRY(settle(*value, field.shape, noun_of_field(field.name, entry), entry, connection));
    }
    return {};
}

Error unreadable_record(std::string_view noun, const Id& id, const BadRows& bad) {
    return {ErrorCode::corrupt,
            fmt::format("The {} {} cannot be read.", noun, id.text()),
            "Run `hivemind doctor --fix`: it sets it aside with the reason.",
            "Its row does not have the form of its noun.",
            {bad.front().reason}};
}

}  // namespace hm
