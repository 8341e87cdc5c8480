// Help, made from the catalog.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/shape.h"

namespace hm::cli {

struct HelpEntry {
    std::string_view name;
    std::string_view sentence;
};

std::string overview(const std::vector<HelpEntry>& entries);
std::string help_for(const HelpEntry& entry, const Shape& shape, std::string_view positional);

}  // namespace hm::cli
