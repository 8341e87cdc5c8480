#include "engine/stack/stack.h"

#include <algorithm>
#include <cctype>

#include "engine/stack/version_range.h"

namespace hm {
namespace {

std::string lower_case(std::string_view text) {
    std::string lowered(text);
    std::ranges::transform(lowered, lowered.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return lowered;
}

// go.mod names a module by its address; people by its last part.
bool is_same_package(const StackPackage& chosen, const StackPackage& found) {
    if (found.name == chosen.name) return true;
    return found.name.size() > chosen.name.size() && found.name.ends_with("/" + chosen.name) &&
           !found.name.starts_with('@');
}

}  // namespace

std::optional<StackPackage> package_chosen(std::string_view choice) {
    const std::string_view word = choice.substr(0, choice.find_first_of(" \t\n,;("));
    // A scope begins with @ itself.
    const std::size_t sign = word.find_first_of("@<>=~^", 1);
    if (sign == std::string_view::npos || sign + 1 >= word.size()) return std::nullopt;
    const std::string_view name = word.substr(0, sign);
    const bool is_name =
        name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./@+") ==
        std::string_view::npos;
    // django>=5,<6 goes on behind the comma.
    const std::size_t end = std::min(choice.find_first_of(" \t\n;(", sign), choice.size());
    std::string_view range = choice.substr(sign, end - sign);
    while (range.ends_with(',') || range.ends_with('.')) range.remove_suffix(1);
    if (!is_name || !first_version(range)) return std::nullopt;
    return StackPackage{lower_case(name), std::string(range.substr(range.starts_with('@') ? 1 : 0)), {}};
}

StackComparison compare_stack(const StackPackage& chosen, const std::vector<StackPackage>& found) {
    StackComparison comparison;
    for (const StackPackage& each : found) {
        if (!is_same_package(chosen, each)) continue;
        const auto version = first_version(each.range);
        const bool agrees = !version || is_within(*version, chosen.range);
        if (!agrees) return {StackAgreement::differs, each};
        if (comparison.found) continue;
        comparison = {StackAgreement::agrees, each};
    }
    return comparison;
}

}  // namespace hm
