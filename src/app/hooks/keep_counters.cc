#include "app/hooks/keep_counters.h"

#include <algorithm>

#include "engine/detect/read_words.h"

namespace hm {
namespace {

constexpr std::size_t most_files = 8;

template <class T>
std::optional<T> cut_to(std::string_view text) {
    auto made = T::make(shorten(repair_utf8(text), T::max_characters));
    return made ? std::optional(std::move(*made)) : std::nullopt;
}

}  // namespace

Happening happening_of(const AfterTool& done, const std::vector<Task>& tasks, const std::vector<FilePath>& files) {
    Happening happening;
    happening.kind = HappeningKind::call;
    happening.tool_class = class_of(done.use.kind, done.use.tool, !files.empty());
    happening.tool = cut_to<Word>(done.use.tool);
    happening.print = cut_to<Word>(done.use.print);
    happening.has_failed = done.end == ToolEnd::failed || done.exit_code.value_or(0) != 0;
    happening.has_task = !tasks.empty();
    if (!tasks.empty()) happening.task_since = tasks.back().started_at;
    if (const std::string_view word = stuck_word_in(done.use.words); !word.empty()) {
        happening.keyword = cut_to<Word>(word);
    }
    happening.files.assign(files.begin(),
                           files.begin() + static_cast<std::ptrdiff_t>(std::min(files.size(), most_files)));
    return happening;
}

std::optional<Happening> happening_of(const Event& event) {
    const std::string_view kind = event.kind.view();
    if (kind == "gate.block") return Happening{.kind = HappeningKind::refusal};
    if (kind == "files.changed_outside" || kind == "gate.bypass") return Happening{.kind = HappeningKind::bypass};
    return std::nullopt;
}

}  // namespace hm
