// Flags of the command line, read by the shape of what they fill: --allowed-paths a --allowed-paths b. People type
// them, and agents write them into the tool `hivemind`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "base/shape.h"

namespace hm::cli {

struct ParsedFlags {
    json::object input;
    bool wants_json = false;
    bool wants_help = false;
};

// "allowed-paths" for the field allowed_paths.
std::string flag_of(std::string_view field);

// `positional` names the fields that bare arguments fill, in order, with a space between. A bare id fills
// the field `id` where there is one. Behind "--" everything is a bare argument.
Result<ParsedFlags> parse_flags(const std::vector<std::string>& arguments, const Shape& shape,
                                std::string_view positional);

}  // namespace hm::cli
