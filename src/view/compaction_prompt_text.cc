#include "view/compaction_prompt_text.h"

#include <fmt/format.h>

#include "view/xml.h"

namespace hm {

std::string compaction_prompt_text(std::string_view own, std::string_view prior_summary, std::string_view block) {
    std::string text(own);
    if (!prior_summary.empty()) {
        text +=
            fmt::format("\n\nThe summary so far; keep what still holds:\n<previous_summary>\n{}\n</previous_summary>",
                        escape_xml(prior_summary));
    }
    return fmt::format("{}\n\n{}", text, block);
}

}  // namespace hm
