#include "view/stop_text.h"

#include <fmt/format.h>

#include "view/four_parts.h"

namespace hm {
namespace {

constexpr std::string_view begins = "Ending the turn while";

}  // namespace

std::string stop_refusal(const std::vector<Task>& tasks) {
    constexpr std::size_t most_named = 3;
    HM_ASSERT(!tasks.empty());
    FourParts parts{
        .what = fmt::format("{} \"{}\" is active.", begins, tasks.front().name.view()),
        .why = "A task that is left active stands in the way of others, and nobody knows whether it is done.",
        .use_instead =
            "Call govern_task complete with what shows that it is done, or fail with the reason. "
            "When you wait for the person, say what for and end the turn again.",
        .evidence = {}};
    for (std::size_t i = 0; i < tasks.size() && i < most_named; ++i) {
        parts.evidence.push_back(fmt::format("active: {} ({})", tasks[i].name.view(), tasks[i].id.text()));
    }
    return to_text(parts);
}

bool is_stop_refusal(std::string_view text) {
    constexpr std::size_t near = 200;  // a client may put a few words of its own before it
    text = text.substr(0, near);
    const std::size_t at = text.find("WHAT: ");
    return at != std::string_view::npos && text.substr(at + 6).starts_with(begins);
}

}  // namespace hm
