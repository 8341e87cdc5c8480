// config get: the value of one setting, bare, so that a script can use it.
#include "app/queries/queries.h"
#include "app/setting_key.h"

namespace hm {
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

}  // namespace hm
