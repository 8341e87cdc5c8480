#include "adapters/opencode/config_edit.h"

#include <fmt/format.h>

#include "adapters/json_edit.h"

namespace hm::opencode {

Result<std::string> with_plugin_first(std::string_view config, std::string_view plugin) {
    auto edited = config.empty() ? Result<std::string>(fail(ErrorCode::invalid_input, "The file is empty.", ""))
                                 : with_json_item_first(config, {"plugin"}, json::value(plugin));
    if (edited) return edited;
    return fail(ErrorCode::invalid_input, "The configuration cannot be read as JSON with comments.",
                fmt::format("Mend it, or put \"{}\" first in its \"plugin\" list by hand.", plugin));
}

Result<std::string> without_plugin(std::string_view config, std::string_view plugin) {
    HM_TRY_ASSIGN(const json::value whole, read_loose_json(config));
    const json::value* list = whole.is_object() ? whole.get_object().if_contains("plugin") : nullptr;
    if (list == nullptr || !list->is_array()) return std::string(config);
    const json::array& items = list->get_array();
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (items[i] != json::value(plugin)) continue;
        if (items.size() == 1) return without_json_member(config, {"plugin"});
        return without_json_item(config, {"plugin"}, i);
    }
    return std::string(config);
}

}  // namespace hm::opencode
