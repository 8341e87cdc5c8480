#include "view/stack_text.h"

#include <fmt/format.h>

namespace hm {

std::string to_words(const StackPackage& chosen, const StackComparison& comparison) {
    if (!comparison.found) return fmt::format("no manifest names {}, decided was {}", chosen.name, chosen.range);
    const StackPackage& found = *comparison.found;
    const std::string_view range = found.range.empty() ? std::string_view("without a version") : found.range;
    if (comparison.agreement == StackAgreement::agrees)
        return fmt::format("{} has {} {}", found.manifest, found.name, range);
    return fmt::format("{} has {} {}, decided was {}", found.manifest, found.name, range, chosen.range);
}

}  // namespace hm
