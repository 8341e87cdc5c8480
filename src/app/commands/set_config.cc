// config set: changes one setting of the project.
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/setting_key.h"
#include "engine/delivery/client_traits.h"
#include "store/sql/settings.h"

namespace hm {
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

}  // namespace

Command set_config() {
    return make_command<SetConfig, run>("config set", "Change a setting of the project.", "key value", Access::person);
}

}  // namespace hm
