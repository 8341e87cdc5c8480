#include "view/missing_text.h"

#include <fmt/format.h>

#include "base/utf8.h"

namespace hm {
namespace {

// They are kept with their event, which is small.
constexpr std::size_t most_lines = 6;
constexpr std::size_t longest_line = 160;

}  // namespace

std::vector<std::string> missing_lines(const std::vector<Missing>& missing) {
    std::vector<std::string> lines;
    for (const Missing& each : missing) {
        if (lines.size() == most_lines) {
            lines.push_back(fmt::format("and {} more", missing.size() - most_lines));
            break;
        }
        lines.push_back(shorten(each.what, longest_line));
    }
    return lines;
}

std::string review_sentence(std::string_view task, std::size_t missing) {
    return fmt::format("\"{}\" is not completed: it is in review, {} missing.", task,
                       missing == 1 ? "one thing is" : fmt::format("{} things are", missing));
}

std::string review_advice(const Id& task_id) {
    return fmt::format(
        "Start it again (govern_task start, id {}), do what is missing, and complete it; or a person accepts "
        "it with `hivemind task complete {}`.",
        task_id.text(), task_id.text());
}

std::string reached_advice(const Id& plan_id, const std::vector<Sentence>& acceptance) {
    constexpr std::size_t most_named = 3;
    std::string must;
    for (std::size_t i = 0; i < std::min(acceptance.size(), most_named); ++i)
        must += fmt::format("{}{}", i == 0 ? "" : "; ", acceptance[i].view());
    if (acceptance.size() > most_named) must += fmt::format("; {} more", acceptance.size() - most_named);
    const std::string when = must.empty() ? "If that is all" : fmt::format("If it holds ({})", must);
    return fmt::format("{}, say so with `hivemind plan complete {}`, or plan what is left.", when, plan_id.text());
}

}  // namespace hm
