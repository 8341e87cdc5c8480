#include "view/plan_tree.h"

#include <fmt/format.h>

#include <array>

#include "base/codec.h"
#include "base/utf8.h"
#include "view/listed_task.h"
#include "view/plain_text.h"

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
                        task.id.text(), task.is_cursor ? "  ◀ here" : "");
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
    text += fmt::format("{}  [{}]  {}{}\n", clean(plan.title.view()), name_of(plan.status), plan.id.text(),
                        each.is_cursor ? "  ◀ here" : "");
    text += fmt::format("  {}, {}{}; {}\n", name_of(plan.category), name_of(mode_under(project, plan)),
                        plan.owned_by ? ", of " + clean(plan.owned_by->view()) : "", counts_text(each));
    if (links_to_nothing(plan, each.counts.size())) text += fmt::format("  {}\n", unlinked_plan_note(plan));
    for (const Blocker& blocker : each.blockers) {
        text += fmt::format("  waits for the plan \"{}\" ({})\n", clean(blocker.name), blocker.status);
    }
    for (const TreePhase& phase : each.phases) {
        text += fmt::format("  {}  [{}]  {}\n", clean(phase.phase.title.view()), name_of(phase.phase.status),
                            phase.phase.id.text());
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
        "The plan \"{}\" is active and leads to nothing that carries it out: no task, no document. Give it tasks with "
        "`hivemind plan plan-tasks {}` (govern_plan plan_tasks).",
        clean(plan.title.view()), plan.id.text());
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

}  // namespace hm
