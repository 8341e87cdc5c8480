#include "adapters/clients/shared/flags.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "adapters/clients/shared/agent_tools.h"
#include "base/short_id.h"

namespace hm::cli {
namespace {

using Arguments = std::vector<std::string>;

json::value value_of(const Shape& shape, const std::string& text) {
    const bool is_literal = shape.kind == ShapeKind::integer || shape.kind == ShapeKind::number ||
                            shape.kind == ShapeKind::time || shape.kind == ShapeKind::boolean ||
                            shape.kind == ShapeKind::object;
    if (is_literal) {
        if (auto parsed = parse_json(text)) return *parsed;
    }
    return json::value(shape.kind == ShapeKind::choice ? as_choice(shape, text) : text);
}

class FlagReader {
public:
    FlagReader(const Arguments& arguments, const Shape& shape, std::string_view positional)
        : arguments_(arguments), shape_(shape), positional_(positional) {}

    Result<ParsedFlags> run() {
        bool only_bare = false;
        for (; at_ < arguments_.size(); ++at_) {
            const std::string& argument = arguments_[at_];
            if (!only_bare && argument == "--") {
                only_bare = true;
            } else if (!only_bare && argument.starts_with("--")) {
                HM_TRY(take_flag(std::string_view(argument).substr(2)));
            } else if (!only_bare && argument == "-h") {
                parsed_.wants_help = true;
            } else {
                bare_.push_back(argument);
            }
        }
        has_one_too_many_ = bare_.size() > 1 && bare_.size() > count_positional();
        for (const std::string& text : bare_) HM_TRY(take_bare(text));
        return std::move(parsed_);
    }

private:
    Result<void> take_flag(std::string_view flag) {
        if (flag == "json") return mark(parsed_.wants_json);
        if (flag == "help") return mark(parsed_.wants_help);
        const std::size_t equals = flag.find('=');
        const std::string_view name = flag.substr(0, equals);
        const FieldShape* field = find(name);
        if (field == nullptr) return take_inner_flag(name, flag);
        if (equals != std::string_view::npos) return set(*field, std::string(flag.substr(equals + 1)));
        if (field->shape.kind == ShapeKind::boolean) {
            parsed_.input[field->name] = true;
            return {};
        }
        if (at_ + 1 >= arguments_.size()) return needs_value(name, *field);
        return set(*field, arguments_[++at_]);
    }

    // --location-file sets the field `file` of the object `location`.
    Result<void> take_inner_flag(std::string_view name, std::string_view flag) {
        for (const FieldShape& outer : shape_.fields) {
            const std::string front = flag_of(outer.name) + "-";
            if (outer.shape.kind != ShapeKind::object || !name.starts_with(front)) continue;
            for (const FieldShape& inner : outer.shape.fields) {
                if (front + flag_of(inner.name) != name) continue;
                const std::size_t equals = flag.find('=');
                if (equals == std::string_view::npos && at_ + 1 >= arguments_.size()) return needs_value(name, inner);
                const std::string text =
                    equals == std::string_view::npos ? arguments_[++at_] : std::string(flag.substr(equals + 1));
                json::value& object = parsed_.input[outer.name];
                if (!object.is_object()) object = json::object();
                object.get_object()[inner.name] = value_of(inner.shape, text);
                return {};
            }
        }
        return unknown(name);
    }

    static Result<void> needs_value(std::string_view name, const FieldShape& field) {
        return fail(ErrorCode::invalid_input, fmt::format("--{} needs a value.", name),
                    fmt::format("Give it {}.", to_words(field.shape)));
    }

    Result<void> take_bare(const std::string& text) {
        // The first id is the one that is acted on; a second one, such as what it is linked to, waits for its turn.
        // A short id could be a word of a text, and is taken for an id when there is no other place for one argument.
        const bool is_id = Id::parse(text) || (has_one_too_many_ && may_be_part_of_id(text));
        const FieldShape* field = is_id && !parsed_.input.contains("id") ? find("id") : nullptr;
        while (field == nullptr && !positional_.empty()) {
            const std::size_t end = positional_.find(' ');
            field = find(positional_.substr(0, end));
            // A list takes all that follows.
            if (field != nullptr && field->shape.kind == ShapeKind::list) return set(*field, text);
            positional_.remove_prefix(end == std::string_view::npos ? positional_.size() : end + 1);
            // Named by its flag, or an id that was recognised before its turn came.
            if (field != nullptr && parsed_.input.contains(field->name)) field = nullptr;
        }
        if (field != nullptr) return set(*field, text);
        return fail(ErrorCode::invalid_input, fmt::format("'{}' is one argument too many.", text.substr(0, 60)),
                    "Put a text of several words in quotes, and name fields with --field value.");
    }

    std::size_t count_positional() const {
        if (positional_.empty()) return 0;
        return 1 + static_cast<std::size_t>(std::count(positional_.begin(), positional_.end(), ' '));
    }

    Result<void> set(const FieldShape& field, const std::string& text) {
        if (field.shape.kind == ShapeKind::list) {
            json::value& list = parsed_.input[field.name];
            if (!list.is_array()) list = json::array();
            const Shape& item = field.shape.item.front();
            // Objects may come all at once, as JSON has them: --tasks '[{…},{…}]'.
            if (item.kind == ShapeKind::object && text.starts_with('[')) {
                auto all = parse_json(text);
                if (all && all->is_array()) {
                    for (json::value& each : all->get_array()) list.get_array().push_back(std::move(each));
                    return {};
                }
            }
            list.get_array().push_back(value_of(item, text));
            return {};
        }
        if (parsed_.input.contains(field.name)) {
            return fail(ErrorCode::invalid_input, fmt::format("--{} is given twice.", flag_of(field.name)),
                        "Give it once.");
        }
        // --reason= takes a reason away.
        const bool takes_away = text.empty() && field.presence == Presence::optional;
        parsed_.input[field.name] = takes_away ? json::value(nullptr) : value_of(field.shape, text);
        return {};
    }

    static Result<void> mark(bool& wanted) {
        wanted = true;
        return {};
    }

    const FieldShape* find(std::string_view name) const {
        for (const FieldShape& field : shape_.fields) {
            if (flag_of(field.name) == name || field.name == name) return &field;
        }
        return nullptr;
    }

    Result<void> unknown(std::string_view name) const {
        std::vector<std::string> flags{"json", "help"};
        for (const FieldShape& field : shape_.fields) flags.push_back(flag_of(field.name));
        const std::string_view near = nearest(name, {flags.begin(), flags.end()});
        return fail(ErrorCode::invalid_input, fmt::format("There is no --{} here.", name.substr(0, 60)),
                    near.empty() ? "Add --help to see the flags." : fmt::format("Did you mean --{}?", near));
    }

    const Arguments& arguments_;
    const Shape& shape_;
    std::string_view positional_;
    std::size_t at_ = 0;
    bool has_one_too_many_ = false;
    Arguments bare_;  // filled in at the end, when it is known which fields their flags have set
    ParsedFlags parsed_;
};

}  // namespace

std::string flag_of(std::string_view field) {
    std::string flag(field);
    std::replace(flag.begin(), flag.end(), '_', '-');
    return flag;
}

Result<ParsedFlags> parse_flags(const Arguments& arguments, const Shape& shape, std::string_view positional) {
    return FlagReader(arguments, shape, positional).run();
}

}  // namespace hm::cli
