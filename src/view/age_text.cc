#include "view/age_text.h"

#include <fmt/format.h>

namespace hm {

std::string coarse_age(Duration age) {
    if (age < hours(1)) return fmt::format("{}m", age.ms > 0 ? age.ms / 60'000 : 0);
    if (age < hours(48)) return fmt::format("{}h", age.ms / 3'600'000);
    return fmt::format("{}d", age.ms / 86'400'000);
}

}  // namespace hm
