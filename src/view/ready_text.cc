#include "view/ready_text.h"

#include <fmt/format.h>

#include "base/utf8.h"
#include "view/plain_text.h"
#include "view/shown_task.h"

namespace hm {
namespace {

constexpr std::size_t longest_name = 120;

std::string section(std::string_view head, const std::vector<ReadyTask>& tasks, std::size_t count) {
    if (tasks.empty()) return {};
    std::string text = fmt::format("{}\n", head);
    for (const ReadyTask& task : tasks) {
        text += fmt::format("  {}  {}{}\n", task.id.text(), shorten(plain_text(task.name), longest_name),
                            task.assigned_to.empty() ? "" : ", for " + plain_text(task.assigned_to));
        text += blocker_lines(task.blockers, "      ");
    }
    if (count > tasks.size()) text += fmt::format("  and {} more\n", count - tasks.size());
    return text;
}

json::array to_json(const std::vector<ReadyTask>& tasks) {
    json::array array;
    for (const ReadyTask& task : tasks) {
        json::object object{{"id", task.id.text()}, {"name", task.name}};
        if (!task.assigned_to.empty()) object["assigned_to"] = task.assigned_to;
        if (!task.blockers.empty()) object["blocked_by"] = hm::to_json(task.blockers);
        array.push_back(std::move(object));
    }
    return array;
}

}  // namespace

std::string ready_text(const ReadyFacts& facts) {
    std::string text =
        facts.ready.empty() ? "Nothing can start now.\n" : section("May start now", facts.ready, facts.ready_count);
    text += section("Planned ahead", facts.ahead, facts.ahead_count);
    text += section("Blocked", facts.blocked, facts.blocked_count);
    return text;
}

json::object ready_json(const ReadyFacts& facts) {
    return {{"ready", to_json(facts.ready)},
            {"planned_ahead", to_json(facts.ahead)},
            {"blocked", to_json(facts.blocked)},
            {"counts",
             {{"ready", facts.ready_count}, {"planned_ahead", facts.ahead_count}, {"blocked", facts.blocked_count}}}};
}

}  // namespace hm
