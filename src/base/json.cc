#include "base/json.h"

#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/src.hpp>

#include <fmt/format.h>

#include <charconv>

namespace hm {
namespace {

// A tree of tasks nests two levels for each of its own.
constexpr std::size_t max_depth = 128;

// The library's own reading of a number may be off by its last bit; a number that was written must be read as
// the same number.
struct ExactNumbers : json::detail::handler {
    std::string number;
    std::size_t members = 0;  // as they were written, repeated ones included

    bool on_object_end(std::size_t count, json::error_code& error) {
        members += count;
        return json::detail::handler::on_object_end(count, error);
    }

    bool on_number_part(json::string_view part, json::error_code&) {
        number.append(part.data(), part.size());
        return true;
    }
    bool on_int64(std::int64_t value, json::string_view, json::error_code&) {
        number.clear();
        st.push_int64(value);
        return true;
    }
    bool on_uint64(std::uint64_t value, json::string_view, json::error_code&) {
        number.clear();
        st.push_uint64(value);
        return true;
    }
    bool on_double(double value, json::string_view rest, json::error_code&) {
        number.append(rest.data(), rest.size());
        double exact = value;
        const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), exact);
        st.push_double(error == std::errc{} ? exact : value);
        number.clear();
        return true;
    }
};

// Of all objects in the value. It nests no deeper than max_depth.
std::size_t count_members(const json::value& value) {
    std::size_t count = 0;
    if (const json::object* object = value.if_object()) {
        count = object->size();
        for (const auto& member : *object) count += count_members(member.value());
    } else if (const json::array* array = value.if_array()) {
        for (const json::value& item : *array) count += count_members(item);
    }
    return count;
}

struct Parsed {
    json::value value;
    std::size_t members;
};

Result<Parsed> parse(std::string_view text, std::size_t max_bytes) {
    if (text.size() > max_bytes) {
        return fail(ErrorCode::invalid_input, fmt::format("JSON of {} bytes.", text.size()),
                    fmt::format("Send at most {} bytes.", max_bytes));
    }
    boost::system::error_code error;
    json::parse_options options;
    options.max_depth = max_depth;
    json::basic_parser<ExactNumbers> parser(options);
    parser.handler().st.reset();
    const std::size_t used = parser.write_some(false, text.data(), text.size(), error);
    if (!error && text.find_first_not_of(" \t\r\n", used) == std::string_view::npos) {
        const std::size_t members = parser.handler().members;
        return Parsed{parser.handler().st.release(), members};
    }
    const std::string message = error ? error.message() : "text after the value";
    return fail(ErrorCode::invalid_input, fmt::format("Broken JSON at byte {}: {}.", used, message),
                "Send one well-formed JSON value.");
}

}  // namespace

Result<json::value> parse_json(std::string_view text, std::size_t max_bytes) {
    HM_TRY_ASSIGN(Parsed parsed, parse(text, max_bytes));
    return std::move(parsed.value);
}

Result<json::value> parse_unambiguous_json(std::string_view text, std::size_t max_bytes) {
    HM_TRY_ASSIGN(Parsed parsed, parse(text, max_bytes));
    if (count_members(parsed.value) == parsed.members) return std::move(parsed.value);
    return fail(ErrorCode::invalid_input, "JSON in which an object names a member twice.",
                "Name each member of an object once.",
                "Readers differ in which of the two they take, so what was read here may not be what is done.");
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
