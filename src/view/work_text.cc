#include "view/work_text.h"

#include <fmt/format.h>

#include <array>

#include "base/codec.h"
#include "base/short_id.h"
#include "base/strings.h"
#include "view/notes_text.h"
#include "view/record_text.h"
#include "view/text.h"

namespace hm {
namespace {

constexpr std::size_t longest_name = 120;

std::string clean(std::string_view text) {
    return shorten(plain_text(text), longest_name);
}

std::string status_of(const TreeTask& task) {
    return shown_status(task.status, task.is_planned_ahead, !task.blockers.empty());
}

std::string_view mark_of(std::string_view status) {
    struct Mark {
        std::string_view status;
        std::string_view mark;
    };
    constexpr std::array<Mark, 7> marks{{{"active", "▶"},
                                         {"review", "◇"},
                                         {"completed", "✓"},
                                         {"failed", "✗"},
                                         {"blocked", "⊘"},
                                         {"planned", "○"},
                                         {"ahead", "◌"}}};
    for (const Mark& mark : marks) {
        if (mark.status == status) return mark.mark;
    }
    return "–";
}

void add_task(const TreeTask& task, std::size_t depth, std::string& text) {
    const std::string indent(4 + 2 * depth, ' ');
    const std::string status = status_of(task);
    // What is planned ahead mostly waits for something, too.
    const std::string_view ahead = task.is_planned_ahead && status == "blocked" ? ", planned ahead" : "";
    std::string who;
    if (!task.holder.empty()) {
        who = ", " + clean(task.holder);
    } else if (!task.assigned_to.empty()) {
        who = ", for " + clean(task.assigned_to);
    }
    text += fmt::format("{}{} {}  [{}{}{}]  {}{}\n", indent, mark_of(status), clean(task.name), status, ahead, who,
                        short_id(task.id), task.is_cursor ? "  ◀ here" : "");
    text += blocker_lines(task.blockers, indent + "    ");
    for (const TreeTask& part : task.parts) add_task(part, depth + 1, text);
}

std::string counts_text(const TreePlan& plan) {
    std::string text;
    for (const auto& [status, count] : plan.counts)
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, status);
    return text.empty() ? "no tasks yet" : text;
}

void add_plan(const TreePlan& each, GateMode project, std::string& text) {
    const Plan& plan = each.plan;
    text += fmt::format("{}  [{}]  {}{}\n", clean(plan.title.view()), name_of(plan.status), short_id(plan.id),
                        each.is_cursor ? "  ◀ here" : "");
    text += fmt::format("  {}, {}{}; {}\n", name_of(plan.category), name_of(mode_under(project, plan)),
                        plan.owned_by ? ", of " + clean(plan.owned_by->view()) : "", counts_text(each));
    if (links_to_nothing(plan, each.counts.size())) text += fmt::format("  {}\n", unlinked_plan_note(plan));
    for (const Blocker& blocker : each.blockers) {
        text += fmt::format("  waits for the plan \"{}\" ({})\n", clean(blocker.name), blocker.status);
    }
    for (const TreePhase& phase : each.phases) {
        text += fmt::format("  {}  [{}]  {}\n", clean(phase.phase.title.view()), name_of(phase.phase.status),
                            short_id(phase.phase.id));
        for (const TreeTask& task : phase.tasks) add_task(task, 0, text);
    }
    if (each.left_out > 0) text += fmt::format("  and {} more tasks; --limit shows more\n", each.left_out);
}

json::object task_json(const TreeTask& task) {
    json::object object{{"id", task.id.text()},
                        {"name", task.name},
                        {"status", task.status},
                        {"blocked", !task.blockers.empty()},
                        {"planned_ahead", task.is_planned_ahead},
                        {"cursor", task.is_cursor}};
    if (!task.blockers.empty()) object["blocked_by"] = to_json(task.blockers);
    if (!task.assigned_to.empty()) object["assigned_to"] = task.assigned_to;
    if (!task.holder.empty()) object["held_by"] = task.holder;
    json::array parts;
    for (const TreeTask& part : task.parts) parts.push_back(task_json(part));
    if (!parts.empty()) object["parts"] = std::move(parts);
    return object;
}

json::object plan_json(const TreePlan& each, GateMode project) {
    json::object object = Codec<Plan>::encode_object(each.plan);
    object["governance_level"] = name_of(level_of(each.plan));
    object["effective_level"] = name_of(mode_under(project, each.plan));
    object["cursor"] = each.is_cursor;
    object["linked"] = !links_to_nothing(each.plan, each.counts.size());
    object["blocked"] = !each.blockers.empty();
    if (!each.blockers.empty()) object["blocked_by"] = to_json(each.blockers);
    json::object counts;
    for (const auto& [status, count] : each.counts) counts[status] = count;
    object["counts"] = std::move(counts);
    json::array phases;
    for (const TreePhase& phase : each.phases) {
        json::object one = Codec<Phase>::encode_object(phase.phase);
        json::array tasks;
        for (const TreeTask& task : phase.tasks) tasks.push_back(task_json(task));
        one["tasks"] = std::move(tasks);
        phases.push_back(std::move(one));
    }
    object["phases"] = std::move(phases);
    object["left_out"] = each.left_out;
    return object;
}

}  // namespace

bool links_to_nothing(const Plan& plan, std::size_t tasks) {
    return plan.status == PlanStatus::active && tasks == 0 && !plan.sot_document_path;
}

std::string unlinked_plan_note(const Plan& plan) {
    return fmt::format(
        "The plan \"{}\" is active and leads to nothing that carries it out: no task, no document. Give it tasks: "
        "govern_plan {{\"action\":\"plan_tasks\",\"plan\":\"{}\",\"tasks\":[…]}}.",
        clean(plan.title.view()), short_id(plan.id));
}

std::string plan_tree_text(const PlanTree& tree) {
    std::string text;
    for (const TreePlan& plan : tree.plans) {
        if (!text.empty()) text += "\n";
        add_plan(plan, tree.mode, text);
    }
    if (!tree.without_plan.empty()) {
        text += text.empty() ? "Tasks of no plan\n" : "\nTasks of no plan\n";
        for (const TreeTask& task : tree.without_plan) add_task(task, 0, text);
        if (tree.without_plan_left_out > 0) {
            text += fmt::format("  and {} more; --limit shows more\n", tree.without_plan_left_out);
        }
    }
    if (tree.plans_left_out > 0)
        text += fmt::format("\nand {} more plans; `hivemind plan list`\n", tree.plans_left_out);
    return text.empty() ? "Nothing is planned. `hivemind plan quick-start \"…\"` begins.\n" : text;
}

json::object plan_tree_json(const PlanTree& tree) {
    json::array plans;
    for (const TreePlan& plan : tree.plans) plans.push_back(plan_json(plan, tree.mode));
    json::array loose;
    for (const TreeTask& task : tree.without_plan) loose.push_back(task_json(task));
    return {{"plans", std::move(plans)},
            {"without_plan", std::move(loose)},
            {"without_plan_left_out", tree.without_plan_left_out},
            {"plans_left_out", tree.plans_left_out}};
}

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

json::object to_json(const ListedTask& shown) {
    json::object object = Codec<Task>::encode_object(shown.task);
    object["blocked"] = !shown.blockers.empty();
    if (!shown.blockers.empty()) object["blocked_by"] = to_json(shown.blockers);
    return object;
}

json::array to_json(const std::vector<ListedTask>& shown) {
    json::array array;
    for (const ListedTask& each : shown) array.push_back(to_json(each));
    return array;
}

std::string task_lines(const std::vector<ListedTask>& tasks, Time now) {
    if (tasks.empty()) return "No tasks.\n";
    std::string text;
    for (const ListedTask& shown : tasks) {
        const Task& task = shown.task;
        const std::string status = shown_status(name_of(task.status), task.planned_ahead, !shown.blockers.empty());
        text += fmt::format("{}  {:<10} {:>4}  {}\n", short_id(task.id), status, coarse_age(now - task.modified_at),
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

namespace {

constexpr std::size_t longest_ready_name = 120;

std::string section(std::string_view head, const std::vector<ReadyTask>& tasks, std::size_t count) {
    if (tasks.empty()) return {};
    std::string text = fmt::format("{}\n", head);
    for (const ReadyTask& task : tasks) {
        text += fmt::format("  {}  {}{}\n", short_id(task.id), shorten(plain_text(task.name), longest_ready_name),
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

namespace {

constexpr std::size_t most_steps = 5;
constexpr std::size_t longest_step_line = 200;

std::string step_line(const RecordedStep& step) {
    const std::string ended = step.exit_code ? fmt::format(" (exit code {})", *step.exit_code) : "";
    return shorten(plain_text(step.summary), longest_step_line) + ended;
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
        text += fmt::format("{}  [{}]  {}\n", shorten(plain_text(task.name.view()), longest_step_line),
                            shown_status(name_of(task.status), task.planned_ahead, !each.shown.blockers.empty()),
                            short_id(task.id));
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

namespace {

// They are kept with their event, which is small.
// What is missing is told whole, or it is told again and again.
constexpr std::size_t most_missing_lines = 12;
constexpr std::size_t longest_missing_line = 400;

}  // namespace

std::vector<std::string> missing_lines(const std::vector<Missing>& missing) {
    std::vector<std::string> lines;
    for (const Missing& each : missing) {
        if (lines.size() == most_missing_lines) {
            lines.push_back(fmt::format("and {} more", missing.size() - most_missing_lines));
            break;
        }
        lines.push_back(shorten(each.what, longest_missing_line));
    }
    return lines;
}

std::string review_sentence(std::string_view task, std::size_t missing) {
    return fmt::format("\"{}\" is not completed: it is in review, {} missing.", task,
                       missing == 1 ? "one thing is" : fmt::format("{} things are", missing));
}

std::string review_advice(const Id& task_id) {
    return fmt::format(
        "Do what is missing and call govern_task complete again; it is still yours. A person can accept it as it is "
        "with `hivemind task complete {}`.",
        short_id(task_id));
}

std::string reached_advice(const Id& plan_id, const std::vector<Sentence>& acceptance) {
    constexpr std::size_t most_named = 3;
    std::string must;
    for (std::size_t i = 0; i < std::min(acceptance.size(), most_named); ++i)
        must += fmt::format("{}{}", i == 0 ? "" : "; ", acceptance[i].view());
    if (acceptance.size() > most_named) must += fmt::format("; {} more", acceptance.size() - most_named);
    const std::string when = must.empty() ? "If that is all" : fmt::format("If it holds ({})", must);
    return fmt::format("{}, say so with `hivemind plan complete {}`, or plan what is left.", when, short_id(plan_id));
}

std::string status_text(const StatusFacts& facts) {
    std::string text =
        fmt::format("HiveMind {} in {}\nmode {}, fails {}, {} memories, {} anchors, {} sessions seen lately\n",
                    facts.version, facts.root, name_of(facts.mode), name_of(facts.fail), facts.memories,
                    facts.anchors.size(), facts.sessions.size());
    if (facts.paused_until) text += fmt::format("the gate is paused until {}\n", to_iso(*facts.paused_until));
    for (const Grant& grant : facts.grants) text += "a person " + lever_text(grant) + "\n";
    for (const Event& each : facts.confirmed) text += fmt::format("{} {}\n", to_iso(each.at), each.summary.view());
    text += "\nActive tasks\n" + task_lines(facts.active_tasks, facts.now);
    if (!facts.left_behind.empty()) {
        text += "\nLeft behind; the next session that starts one takes it over\n" + left_work_lines(facts.left_behind);
    }
    if (!facts.planned_tasks.empty()) text += "\nPlanned tasks\n" + task_lines(facts.planned_tasks, facts.now);
    if (!facts.signals.empty()) text += "\nSignals\n" + signal_lines(facts.signals);
    text += "\nLast events\n" + event_lines({facts.last_events.rbegin(), facts.last_events.rend()});
    if (facts.past_date > 0) {
        text += fmt::format("\n{}{} records are past their date; `hivemind stale` lists them.\n", facts.past_date,
                            facts.past_date >= facts.past_date_counted ? " or more" : "");
    }
    if (facts.spooled > 0) text += fmt::format("\n{} records wait in the spool for the next write.\n", facts.spooled);
    if (facts.bad_rows > 0)
        text += fmt::format("\n{} stored rows cannot be read; run `hivemind doctor`.\n", facts.bad_rows);
    return text;
}

json::object status_json(const StatusFacts& facts) {
    json::array left;
    for (const LeftWork& work : facts.left_behind) left.emplace_back(work.task.id.text());
    return {{"version", facts.version},
            {"root", facts.root},
            {"mode", name_of(facts.mode)},
            {"paused_until", encode(facts.paused_until)},
            {"fail", name_of(facts.fail)},
            {"grants", encode(facts.grants)},
            {"confirmed", encode(facts.confirmed)},
            {"memories", facts.memories},
            {"past_date", facts.past_date},
            {"active_tasks", to_json(facts.active_tasks)},
            {"left_behind", std::move(left)},
            {"planned_tasks", to_json(facts.planned_tasks)},
            {"anchors", encode(facts.anchors)},
            {"sessions", encode(facts.sessions)},
            {"last_events", encode(facts.last_events)},
            {"signals", encode(facts.signals)},
            {"spooled", facts.spooled},
            {"bad_rows", facts.bad_rows}};
}

}  // namespace hm
