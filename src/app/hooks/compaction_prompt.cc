#include "app/hooks/compaction_prompt.h"

#include "base/utf8.h"
#include "store/line_file.h"
#include "view/compaction_prompt_text.h"

namespace hm {
namespace {

constexpr std::size_t max_prompt_bytes = 32 * 1024;
constexpr std::size_t max_summary_characters = 60'000;

}  // namespace

Result<std::string> own_compaction_prompt(std::string_view block, std::string_view prior_summary,
                                          Workspace& workspace) {
    const auto file = workspace.store.paths().directory / "compaction_prompt.md";
    HM_TRY_ASSIGN(const auto own, read_bounded_file(file, max_prompt_bytes));
    if (!own || own->find_first_not_of(" \t\r\n") == std::string::npos) return std::string();
    return compaction_prompt_text(repair_utf8(*own), shorten(repair_utf8(prior_summary), max_summary_characters),
                                  block);
}

}  // namespace hm
