// config list: every setting with its value.
#include <fmt/format.h>

#include "app/queries/queries.h"

namespace hm {
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
