#include "view/task_status_text.h"

#include <fmt/format.h>

#include "base/utf8.h"
#include "view/missing_text.h"
#include "view/plain_text.h"

namespace hm {
namespace {

constexpr std::size_t most_steps = 5;
constexpr std::size_t longest_line = 200;

std::string step_line(const RecordedStep& step) {
    const std::string ended = step.exit_code ? fmt::format(" (exit code {})", *step.exit_code) : "";
    return shorten(plain_text(step.summary), longest_line) + ended;
}

std::vector<std::string> last_steps(const CompletionFacts& facts) {
    std::vector<std::string> lines;
    const std::size_t first = facts.steps.size() > most_steps ? facts.steps.size() - most_steps : 0;
    for (std::size_t i = first; i < facts.steps.size(); ++i) lines.push_back(step_line(facts.steps[i]));
    return lines;
}

}  // namespace

std::string task_status_text(const std::vector<TaskStanding>& tasks) {
    if (tasks.empty()) return "No task is active here. Start one, or `hivemind ready` lists what may start.\n";
    std::string text;
    for (const TaskStanding& each : tasks) {
        const Task& task = each.shown.task;
        text += fmt::format("{}  [{}]  {}\n", shorten(plain_text(task.name.view()), longest_line),
                            shown_status(name_of(task.status), task.planned_ahead, !each.shown.blockers.empty()),
                            task.id.text());
        if (!each.plan.empty()) text += fmt::format("  plan: {}\n", plain_text(each.plan));
        if (task.expected_output) text += fmt::format("  expected: {}\n", plain_text(task.expected_output->view()));
        text += blocker_lines(each.shown.blockers, "  ");
        text += fmt::format("  checkpoints: {}\n", each.completion.steps.size());
        for (const std::string& line : last_steps(each.completion)) text += fmt::format("    {}\n", line);
        for (const std::string& line : missing_lines(missing_for(each.completion))) {
            text += fmt::format("  missing: {}\n", line);
        }
    }
    return text;
}

json::array task_status_json(const std::vector<TaskStanding>& tasks) {
    json::array array;
    for (const TaskStanding& each : tasks) {
        json::object object = to_json(each.shown);
        if (!each.plan.empty()) object["plan"] = each.plan;
        json::array steps;
        for (const std::string& line : last_steps(each.completion)) steps.emplace_back(line);
        object["checkpoints"] = std::move(steps);
        object["checkpoint_count"] = each.completion.steps.size();
        json::array missing;
        for (const Missing& one : missing_for(each.completion)) {
            missing.push_back(json::object{{"kind", name_of(one.kind)}, {"what", one.what}});
        }
        object["missing"] = std::move(missing);
        array.push_back(std::move(object));
    }
    return array;
}

}  // namespace hm
