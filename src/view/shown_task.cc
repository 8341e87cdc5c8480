#include "view/shown_task.h"

#include <fmt/format.h>

#include "base/codec.h"
#include "base/utf8.h"
#include "view/age_text.h"
#include "view/plain_text.h"

namespace hm {
namespace {

constexpr std::size_t longest_line = 200;
constexpr std::size_t most_blockers = 3;

}  // namespace

std::string shown_status(std::string_view status, bool is_planned_ahead, bool is_blocked) {
    if (is_blocked) return "blocked";
    if (is_planned_ahead && status == name_of(TaskStatus::planned)) return "ahead";
    return std::string(status);
}

json::object to_json(const Blocker& blocker) {
    json::object object{
        {"as", name_of(blocker.as)}, {"id", blocker.id.text()}, {"name", blocker.name}, {"status", blocker.status}};
    if (!blocker.reason.empty()) object["reason"] = blocker.reason;
    return object;
}

json::array to_json(const std::vector<Blocker>& blockers) {
    json::array array;
    for (const Blocker& blocker : blockers) array.push_back(to_json(blocker));
    return array;
}

json::object to_json(const ShownTask& shown) {
    json::object object = Codec<Task>::encode_object(shown.task);
    object["blocked"] = !shown.blockers.empty();
    if (!shown.blockers.empty()) object["blocked_by"] = to_json(shown.blockers);
    return object;
}

json::array to_json(const std::vector<ShownTask>& shown) {
    json::array array;
    for (const ShownTask& each : shown) array.push_back(to_json(each));
    return array;
}

std::string task_lines(const std::vector<ShownTask>& tasks, Time now) {
    if (tasks.empty()) return "No tasks.\n";
    std::string text;
    for (const ShownTask& shown : tasks) {
        const Task& task = shown.task;
        const std::string status = shown_status(name_of(task.status), task.planned_ahead, !shown.blockers.empty());
        text += fmt::format("{}  {:<10} {:>4}  {}\n", task.id.text(), status, coarse_age(now - task.modified_at),
                            shorten(plain_text(task.name.view()), longest_line));
        text += blocker_lines(shown.blockers, "    ");
    }
    return text;
}

std::string blocker_lines(const std::vector<Blocker>& blockers, std::string_view indent) {
    std::string text;
    for (std::size_t i = 0; i < blockers.size(); ++i) {
        if (i + 1 == most_blockers && blockers.size() > most_blockers) {
            text += fmt::format("{}and {} more\n", indent, blockers.size() - i);
            break;
        }
        text += fmt::format("{}{}\n", indent, shorten(plain_text(to_words(blockers[i])), longest_line));
    }
    return text;
}

}  // namespace hm
