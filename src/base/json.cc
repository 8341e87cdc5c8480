#include "base/json.h"

#include <boost/json/src.hpp>
#include <fmt/format.h>

namespace hm {

Result<json::value> parse_json(std::string_view text, std::size_t max_bytes) {
    if (text.size() > max_bytes) {
        return fail(ErrorCode::invalid_input, fmt::format("JSON of {} bytes.", text.size()),
                    fmt::format("Send at most {} bytes.", max_bytes));
    }
    boost::system::error_code error;
    json::stream_parser parser;
    const std::size_t used = parser.write_some(text.data(), text.size(), error);
    if (!error) parser.finish(error);
    if (!error && text.find_first_not_of(" \t\r\n", used) == std::string_view::npos) return parser.release();
    const std::string message = error ? error.message() : "text after the value";
    return fail(ErrorCode::invalid_input, fmt::format("Broken JSON at byte {}: {}.", used, message),
                "Send one well-formed JSON value.");
}

std::string to_text(const json::value& value) {
    return json::serialize(value);
}

std::string_view text_member(const json::object& object, std::string_view name) {
    const json::value* member = object.if_contains(name);
    if (member == nullptr || !member->is_string()) return {};
    return {member->get_string().data(), member->get_string().size()};
}

const json::object& object_member(const json::object& object, std::string_view name) {
    static const json::object empty;
    const json::value* member = object.if_contains(name);
    return member != nullptr && member->is_object() ? member->get_object() : empty;
}

}  // namespace hm
