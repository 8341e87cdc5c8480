// config set, config get, config list: the settings of a project.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "app/command/catalog.h"
#include "base/codec.h"
#include "domain/settings.h"
#include "engine/pack/delivery.h"
#include "store/queries/settings.h"

namespace hm {

// SettingKey: the name of a setting. Its choices are the fields of Settings, so help and completions know them.

struct SettingKey {
    std::string name;
};

template <>
struct Codec<SettingKey> {
    static Shape shape() {
        Shape shape{.kind = ShapeKind::choice};
        for_each_field<Settings>([&](const auto& each) { shape.choices.push_back(each.name); });
        return shape;
    }
    static json::value encode(const SettingKey& value) { return json::value(value.name); }
    static void decode(const json::value& value, SettingKey& out, Decoder& decoder) {
        if (!value.is_string()) return decoder.add_error("Expected the name of a setting.");
        const std::string_view word = value.get_string();
        const std::vector<std::string_view> known = shape().choices;
        if (std::find(known.begin(), known.end(), word) == known.end()) {
            const std::string_view near = nearest(word, known);
            if (near.empty()) return decoder.add_unknown(word, shape());
            return decoder.add_error("'" + std::string(word.substr(0, 60)) + "' is not a setting. Did you mean " +
                                     std::string(near) + "?");
        }
        out.name = word;
    }
};

// config set: changes one setting of the project.

namespace {

struct SetConfig {
    SettingKey key;
    Text<0, 200> value;

    static constexpr void fields(auto&& visit) {
        visit(field("key", &SetConfig::key, "The setting's name."));
        visit(field("value", &SetConfig::value, "Its new value."));
    }
};

// Text from a person, as the JSON the setting is stored in.
json::value as_json(const Shape& shape, const std::string& text) {
    const bool is_literal =
        shape.kind == ShapeKind::integer || shape.kind == ShapeKind::boolean || shape.kind == ShapeKind::number;
    if (is_literal) {
        if (auto parsed = parse_json(text)) return *parsed;
    }
    return json::value(text);
}

Result<Receipt> run(const SetConfig& input, const CommandContext& context) {
    Decoder decoder;
    json::value stored;
    for_each_field<Settings>([&]<class Member>(const Field<Settings, Member>& each) {
        if (each.name != input.key.name) return;
        Member value{};
        stored = as_json(shape_of<Member>(), input.value.str());
        decoder.within(each.name, [&] { Codec<Member>::decode(stored, value, decoder); });
    });
    if (decoder.has_errors()) return fail(decoder.to_error("config set"));
    if (input.key.name == "pack_characters") HM_TRY(check_pack_characters(stored.as_int64()));
    HM_TRY(save_setting(context.transaction, input.key.name, stored));
    return Receipt{fmt::format("Set {} to {}.", input.key.name, input.value.view()), std::nullopt};
}

int strictness(GateMode mode) {
    return mode == GateMode::strict ? 2 : mode == GateMode::assisted ? 1 : 0;
}

// What says how calls are judged, what memories reach an agent, and how long the trail is kept. A value that cannot be
// read is refused later.
bool loosens(const json::object& input, const Settings& settings) {
    const std::string_view key = text_member(input, "key");
    const std::string_view value = text_member(input, "value");
    Settings after = settings;
    if (key == "mode") {
        after.mode = enum_named<GateMode>(value).value_or(GateMode::permissive);
        const bool fails_open = effective_fail(settings) == FailMode::closed && effective_fail(after) == FailMode::open;
        return fails_open || strictness(after.mode) < strictness(settings.mode);
    }
    if (key == "fail") {
        after.fail = enum_named<FailMode>(value).value_or(FailMode::open);
        // It would count at once in strict, whatever the mode is now.
        if (after.fail == FailMode::open) return settings.fail != FailMode::open;
        return effective_fail(settings) == FailMode::closed && effective_fail(after) == FailMode::open;
    }
    if (key == "review") {
        return enum_named<ReviewMode>(value).value_or(ReviewMode::none) < settings.review;
    }
    constexpr std::array<std::string_view, 5> governing{"gate_deadline", "signal_cancels", "events_kept_for",
                                                        "paused_until", "roles"};
    return std::find(governing.begin(), governing.end(), key) != governing.end();
}

}  // namespace

Command set_config() {
    return loosening(
        make_command<SetConfig, run>("config set", "Change a setting of the project.", "key value", Access::person),
        loosens);
}

// config get: the value of one setting, bare, so that a script can use it.

namespace {

struct GetConfig {
    SettingKey key;

    static constexpr void fields(auto&& visit) { visit(field("key", &GetConfig::key, "The setting's name.")); }
};

Result<Answer> run(const GetConfig& input, const QueryContext& context) {
    const json::object values = encode(context.settings).as_object();
    const json::value* found = values.if_contains(input.key.name);
    // A setting that has no value prints an empty line.
    const json::value value = found == nullptr ? json::value(nullptr) : *found;
    const std::string text = value.is_null()     ? ""
                             : value.is_string() ? std::string(value.get_string())
                                                 : to_text(value);
    return Answer{json::object{{"key", input.key.name}, {"value", value}}, text + "\n"};
}

Shape shape_of_answer() {
    Shape shape = shape_of<GetConfig>();
    shape.fields.push_back({"value", "Its value; null when it has none.", Presence::required, {}});
    return shape;
}

}  // namespace

Query get_config() {
    return make_query<GetConfig, run>("config get", "Print the value of one setting.", "key", shape_of_answer);
}

// config list: every setting with its value.

namespace {

struct ListConfig {
    static constexpr void fields(auto&&) {}
};

Result<Answer> run(const ListConfig&, const QueryContext& context) {
    const json::object values = encode(context.settings).as_object();
    std::string text;
    for_each_field<Settings>([&](const auto& each) {
        const json::value* found = values.if_contains(each.name);
        const json::value value = found == nullptr ? json::value("-") : *found;
        text += fmt::format("{} = {}\n    {}\n", each.name,
                            value.is_string() ? std::string(value.get_string()) : to_text(value), each.sentence);
    });
    return Answer{values, std::move(text)};
}

}  // namespace

Query list_config() {
    return make_query<ListConfig, run>("config list", "Show every setting with its value.", {}, &shape_of<Settings>);
}

}  // namespace hm
