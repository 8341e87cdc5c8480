#include "view/chain_break_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/result.h"
#include "base/utf8.h"

namespace hm {

std::string chain_break_text(const std::vector<std::string>& breaks) {
    constexpr std::size_t most_named = 3;
    HM_ASSERT(!breaks.empty());
    std::string text = "The chain of records is broken and was not mended:";
    for (std::size_t i = 0; i < std::min(breaks.size(), most_named); ++i) {
        text += fmt::format("{} {}", i == 0 ? "" : ";", shorten(breaks[i], 160));
    }
    if (breaks.size() > most_named) text += fmt::format("; and {} more", breaks.size() - most_named);
    return text + ". Do not build on these records; ask the person to run `hivemind doctor --fix`.";
}

}  // namespace hm
