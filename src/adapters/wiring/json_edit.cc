#include "adapters/wiring/json_edit.h"

#include <fmt/format.h>

#include <optional>

namespace hm {
namespace {

constexpr std::size_t largest_text = 8U << 20U;
constexpr int indent_width = 2;

struct Span {
    std::size_t begin = 0;
    std::size_t end = 0;
};

// A part of an object or a list: from its key, or its value when it has none, to the end of its value.
struct Part {
    Span whole;
    Span value;
    std::string key;
};

struct Inside {
    std::size_t after_bracket = 0;
    std::vector<Part> parts;
    std::size_t closed_at = 0;  // where the closing bracket stands
};

std::unexpected<Error> cannot_read() {
    return fail(ErrorCode::invalid_input, "The settings cannot be read as JSON with comments.",
                "Mend the file, then try again. Nothing was changed.");
}

std::string key_of(std::string_view quoted) {
    boost::system::error_code error;
    const json::value value = json::parse(quoted, error);
    return !error && value.is_string() ? std::string(value.get_string()) : std::string(quoted);
}

std::optional<Inside> look_inside(std::string_view text, std::size_t begin, char open) {
    JsonWalker walker(text, begin);
    if (!walker.take(open)) return std::nullopt;
    Inside inside{walker.at(), {}, 0};
    while (!walker.take(open == '{' ? '}' : ']')) {
        walker.skip_blank();
        Part part{{walker.at(), 0}, {}, {}};
        if (open == '{') {
            if (!walker.skip_string()) return std::nullopt;
            part.key = key_of(text.substr(part.whole.begin, walker.at() - part.whole.begin));
            if (!walker.take(':')) return std::nullopt;
            walker.skip_blank();
        }
        part.value.begin = walker.at();
        if (!walker.skip_value()) return std::nullopt;
        part.value.end = part.whole.end = walker.at();
        inside.parts.push_back(std::move(part));
        walker.take(',');
    }
    inside.closed_at = walker.at() - 1;
    return inside;
}

const Part* find_part(const Inside& inside, std::string_view key) {
    for (const Part& part : inside.parts) {
        if (part.key == key) return &part;
    }
    return nullptr;
}

// Objects over several lines down to where what is left fits one.
std::string laid_out(const json::value& value, int depth) {
    constexpr std::size_t fits = 100;
    const std::string flat = to_text(value);
    if (!value.is_object() || flat.size() + static_cast<std::size_t>(depth * indent_width) <= fits ||
        value.get_object().empty()) {
        return flat;
    }
    std::string text = "{";
    for (const auto& member : value.get_object()) {
        text += fmt::format("{}\n{:{}}{}: {}", text.size() > 1 ? "," : "", "", (depth + 1) * indent_width,
                            to_text(json::value(member.key())), laid_out(member.value(), depth + 1));
    }
    return text + fmt::format("\n{:{}}}}", "", depth * indent_width);
}

// The rest of the path as objects around the value.
json::value nested(const JsonPath& path, std::size_t from, json::value value) {
    for (std::size_t i = path.size(); i-- > from;) value = json::object{{path[i], std::move(value)}};
    return value;
}

std::string with_part(std::string_view text, const Inside& inside, const std::string& part, int depth) {
    std::string edited(text);
    const std::string line = fmt::format("\n{:{}}{}", "", depth * indent_width, part);
    if (!inside.parts.empty()) {
        edited.insert(inside.parts.back().whole.end, "," + line);
        return edited;
    }
    // A comment between the brackets stays before it.
    const std::string_view blank = text.substr(inside.after_bracket, inside.closed_at - inside.after_bracket);
    const std::size_t last = blank.find_last_not_of(" \t\r\n");
    const std::size_t used = last == std::string_view::npos ? 0 : last + 1;
    const bool has_line_end = blank.substr(used).find('\n') != std::string_view::npos;
    edited.insert(inside.after_bracket + used,
                  has_line_end ? line : line + fmt::format("\n{:{}}", "", (depth - 1) * indent_width));
    return edited;
}

std::string without_part(std::string_view text, const Inside& inside, std::size_t index) {
    const std::vector<Part>& parts = inside.parts;
    std::string edited(text);
    if (index > 0) {
        edited.erase(parts[index - 1].whole.end, parts[index].whole.end - parts[index - 1].whole.end);
    } else if (parts.size() > 1) {
        edited.erase(parts[0].whole.begin, parts[1].whole.begin - parts[0].whole.begin);
    } else {
        JsonWalker behind(text, parts[0].whole.end);
        const std::size_t end = behind.take(',') ? behind.at() : parts[0].whole.end;
        edited.erase(inside.after_bracket, end - inside.after_bracket);
    }
    return edited;
}

struct Place {
    Inside inside;          // of the object that holds the last name, or the last one that is there
    const Part* part;       // the named member; nothing when it is missing
    std::size_t depth = 0;  // how many names of the path lead to `inside`
};

// Walks as far down the path as there are objects.
Result<void> walk(std::string_view text, const JsonPath& path, Place& place) {
    JsonWalker walker(text);
    walker.skip_blank();
    std::size_t begin = walker.at();
    for (place.depth = 0;; ++place.depth) {
        auto inside = look_inside(text, begin, '{');
        if (!inside) return cannot_read();
        place.inside = std::move(*inside);
        place.part = find_part(place.inside, path[place.depth]);
        if (place.part == nullptr || place.depth + 1 == path.size()) return {};
        begin = place.part->value.begin;
    }
}

std::string_view or_object(std::string_view text) {
    JsonWalker walker(text);
    walker.skip_blank();
    return walker.at() == text.size() ? "{}\n" : text;
}

std::string member_text(const JsonPath& path, std::size_t depth, const json::value& value) {
    return fmt::format("{}: {}", to_text(json::value(path[depth])),
                       laid_out(nested(path, depth + 1, value), static_cast<int>(depth) + 1));
}

Result<Inside> list_at(std::string_view text, const Part& part) {
    auto inside = look_inside(text, part.value.begin, '[');
    if (!inside) return cannot_read();
    return std::move(*inside);
}

}  // namespace

Result<json::value> read_loose_json(std::string_view text) {
    text = or_object(text);
    if (text.size() > largest_text) return cannot_read();
    json::parse_options options;
    options.allow_comments = true;
    options.allow_trailing_commas = true;
    boost::system::error_code error;
    json::value value = json::parse(text, error, {}, options);
    if (error) return cannot_read();
    return value;
}

Result<std::string> with_json_member(std::string_view given, const JsonPath& path, const json::value& value) {
    const std::string_view text = or_object(given);
    Place place;
    HM_TRY(walk(text, path, place));
    if (place.part == nullptr) {
        return with_part(text, place.inside, member_text(path, place.depth, value), static_cast<int>(place.depth) + 1);
    }
    std::string edited(text);
    const Span span = place.part->value;
    edited.replace(span.begin, span.end - span.begin, laid_out(value, static_cast<int>(path.size())));
    return edited;
}

Result<std::string> with_json_item(std::string_view given, const JsonPath& path, const json::value& item) {
    const std::string_view text = or_object(given);
    Place place;
    HM_TRY(walk(text, path, place));
    if (place.part == nullptr) return with_json_member(text, path, json::array{item});
    HM_TRY_ASSIGN(const Inside list, list_at(text, *place.part));
    if (list.parts.empty()) return with_json_member(text, path, json::array{item});
    const std::size_t last_end = list.parts.back().whole.end;
    std::string edited(text);
    edited.insert(last_end, ", " + to_text(item));
    return edited;
}

Result<std::string> with_json_item_first(std::string_view given, const JsonPath& path, const json::value& item) {
    const std::string_view text = or_object(given);
    Place place;
    HM_TRY(walk(text, path, place));
    if (place.part == nullptr) return with_json_member(text, path, json::array{item});
    HM_TRY_ASSIGN(const Inside list, list_at(text, *place.part));
    const std::string quoted = to_text(item);
    const auto text_of = [&](const Part& part) {
        return text.substr(part.value.begin, part.value.end - part.value.begin);
    };
    std::string edited(text);
    if (!list.parts.empty() && text_of(list.parts.front()) == quoted) return edited;
    // Taken out from behind first, so that the positions before it still hold.
    for (std::size_t i = list.parts.size(); i-- > 1;) {
        if (text_of(list.parts[i]) == quoted) edited = without_part(edited, list, i);
    }
    edited.insert(list.after_bracket, list.parts.empty() ? quoted : quoted + ", ");
    return edited;
}

Result<std::string> without_json_member(std::string_view given, const JsonPath& path) {
    const std::string_view text = or_object(given);
    Place place;
    HM_TRY(walk(text, path, place));
    if (place.part == nullptr) return std::string(given);
    return without_part(text, place.inside, static_cast<std::size_t>(place.part - place.inside.parts.data()));
}

Result<std::string> without_json_item(std::string_view text, const JsonPath& path, std::size_t index) {
    Place place;
    HM_TRY(walk(text, path, place));
    HM_ASSERT(place.part != nullptr);
    HM_TRY_ASSIGN(const Inside list, list_at(text, *place.part));
    HM_ASSERT(index < list.parts.size());
    return without_part(text, list, index);
}

}  // namespace hm
