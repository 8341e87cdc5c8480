// The tool names of the first implementation. They are not advertised, but a prompt or a habit that still uses one
// reaches the tool that took its place. Pure.
//
// To add a name: add its line to the table in tool_names.cc.
#pragma once

#include <optional>
#include <string_view>

#include "base/json.h"

namespace hm {

struct ToolToday {
    std::string_view tool;
    json::object arguments;
};

// The call as it is made today, or nothing when the name was none of them. Arguments keep their values and get the
// names they have now.
std::optional<ToolToday> tool_today(std::string_view first_name, const json::object& arguments);

}  // namespace hm
