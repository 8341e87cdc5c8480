#include "view/receipt_text.h"

#include <fmt/format.h>

namespace hm {

std::string receipt_text(std::string_view sentence, const json::object& receipt) {
    std::string text = fmt::format("{}\n", sentence);
    for (const auto& member : receipt) {
        if (member.key() == "sentence") continue;
        const bool repeats_the_id =
            member.key() == "task_id" && receipt.contains("id") && receipt.at("id") == member.value();
        if (repeats_the_id) continue;
        const json::value& value = member.value();
        if (value.is_array()) {
            text += fmt::format("{}:\n", std::string_view(member.key()));
            for (const json::value& item : value.get_array()) {
                text += fmt::format("  - {}\n", item.is_string() ? std::string(item.get_string()) : to_text(item));
            }
            continue;
        }
        text += fmt::format("{}: {}\n", std::string_view(member.key()),
                            value.is_string() ? std::string(value.get_string()) : to_text(value));
    }
    return text;
}

}  // namespace hm
