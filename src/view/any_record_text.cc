#include "view/any_record_text.h"

#include <fmt/format.h>

#include <array>

#include "base/utf8.h"
#include "view/age_text.h"
#include "view/plain_text.h"

namespace hm {
namespace {

constexpr std::size_t longest_line = 200;

// The first of these that a record has says what it is about.
constexpr std::array<std::string_view, 12> headlines{"title",   "name",   "question", "key",    "content", "text",
                                                     "summary", "prompt", "target",   "intent", "kind",    "hook"};
constexpr std::array<std::string_view, 3> statuses{"status", "state", "standing"};

template <std::size_t N>
std::string_view first_text(const json::object& record, const std::array<std::string_view, N>& names) {
    for (const std::string_view name : names) {
        const json::value* value = record.if_contains(name);
        if (value != nullptr && value->is_string()) return value->get_string();
    }
    return {};
}

std::string value_text(const json::value& value, const Shape& shape) {
    if (shape.kind == ShapeKind::time && value.is_int64()) return to_iso(Time{value.get_int64()});
    if (value.is_string()) return plain_text(value.get_string());
    if (value.is_double()) return fmt::format("{}", value.get_double());
    return plain_text(to_text(value));
}

bool is_empty(const json::value& value) {
    return value.is_null() || (value.is_array() && value.get_array().empty()) ||
           (value.is_object() && value.get_object().empty());
}

}  // namespace

std::string headline_of(const json::object& record) {
    // A session has no name; people and grep know it by its stamp.
    if (record.contains("client_session_id")) {
        return plain_text(fmt::format("{} ({}, {}, {}) {}", text_member(record, "stamp"), text_member(record, "client"),
                                      text_member(record, "role"), text_member(record, "mode"),
                                      shorten(text_member(record, "client_session_id"), longest_line)));
    }
    return shorten(plain_text(first_text(record, headlines)), longest_line);
}

std::string any_record_lines(std::string_view noun, const std::vector<json::object>& records, Time now) {
    if (records.empty()) return fmt::format("No {}.\n", noun);
    std::string text;
    for (const json::object& record : records) {
        const json::value* made = record.if_contains("created_at");
        const Time created_at{made != nullptr && made->is_int64() ? made->get_int64() : now.ms};
        text += fmt::format("{}  {:<10} {:>4}  {}\n", std::string_view(record.at("id").get_string()),
                            first_text(record, statuses), coarse_age(now - created_at), headline_of(record));
    }
    return text;
}

std::string any_record_text(std::string_view noun, const json::object& record, const Shape& shape) {
    std::string text = fmt::format("{:<20} {}\n", noun, std::string_view(record.at("id").get_string()));
    for (const FieldShape& field : shape.fields) {
        const json::value* value = record.if_contains(field.name);
        if (field.name == "id" || value == nullptr || is_empty(*value)) continue;
        if (!value->is_array()) {
            text += fmt::format("{:<20} {}\n", field.name, value_text(*value, field.shape));
            continue;
        }
        std::string_view label = field.name;
        for (const json::value& item : value->get_array()) {
            text += fmt::format("{:<20} {}\n", label, value_text(item, field.shape.item.front()));
            label = "";
        }
    }
    return text;
}

}  // namespace hm
