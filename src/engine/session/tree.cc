#include "engine/session/tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/strings.h"

namespace hm {
namespace {

constexpr Duration healthy_below = minutes(30);
constexpr Duration warm_below = hours(2);
constexpr std::size_t longest_aim = 200;

bool is_over(TaskStatus status) {
    return status == TaskStatus::abandoned || status == TaskStatus::invalidated;
}

TreeStatus status_for(const Task& task, const std::vector<Task>& all) {
    switch (task.status) {
        case TaskStatus::completed: return TreeStatus::complete;
        case TaskStatus::active:
        case TaskStatus::review: return TreeStatus::active;
        case TaskStatus::failed: return TreeStatus::blocked;
        case TaskStatus::abandoned:
        case TaskStatus::invalidated:
        case TaskStatus::planned: break;
    }
    const bool waits = std::any_of(all.begin(), all.end(), [&](const Task& other) {
        const bool is_needed =
            std::find(task.depends_on.begin(), task.depends_on.end(), other.id) != task.depends_on.end();
        return is_needed && other.status != TaskStatus::completed;
    });
    return waits ? TreeStatus::blocked : TreeStatus::pending;
}

TreeStatus status_for(PhaseStatus status) {
    if (status == PhaseStatus::active) return TreeStatus::active;
    return status == PhaseStatus::completed ? TreeStatus::complete : TreeStatus::pending;
}

TreeStatus status_for(PlanStatus status) {
    if (status == PlanStatus::active) return TreeStatus::active;
    return status == PlanStatus::completed ? TreeStatus::complete : TreeStatus::pending;
}

std::string_view front_of(TreeLevel level) {
    switch (level) {
        case TreeLevel::trajectory: return "t_";
        case TreeLevel::tactic: return "tc_";
        case TreeLevel::action: return "a_";
    }
    return "";
}

TreeNode make_node(TreeLevel level, const Node& node, std::string_view content, TreeStatus status,
                   const std::optional<Time>& completed_at) {
    return {node.id,
            fmt::format("{}{}", front_of(level), node.stamp.view()),
            node.stamp.str(),
            level,
            std::string(content),
            status,
            node.created_at,
            completed_at,
            {}};
}

class TreeBuilder {
public:
    explicit TreeBuilder(const TreeFacts& facts) : facts_(facts) {}

    TreeNode root() {
        const Plan& plan = *facts_.plan;
        TreeNode root = make_node(TreeLevel::trajectory, plan, aim(plan), status_for(plan.status), plan.completed_at);
        for (const Phase& phase : facts_.phases) {
            if (phase.status == PhaseStatus::abandoned) continue;
            TreeNode tactic =
                make_node(TreeLevel::tactic, phase, phase.title.view(), status_for(phase.status), phase.completed_at);
            for (const Task& task : facts_.tasks) {
                if (task.parent_phase_id == phase.id && !task.parent_task_id) add_action(tactic, task);
            }
            shown_[phase.id] = tactic.name;
            root.children.push_back(std::move(tactic));
        }
        for (const Task& task : facts_.loose) add_action(root, task);
        return root;
    }

    // Work that was begun without a plan hangs on the read-head itself.
    TreeNode root_without_plan() {
        const Trajectory& head = *facts_.read_head;
        const std::string aim = head.intent ? shorten(head.intent->view(), longest_aim) : "Work without a plan";
        TreeNode root = make_node(TreeLevel::trajectory, head, aim, TreeStatus::active, std::nullopt);
        for (const Task& task : facts_.loose) add_action(root, task);
        return root;
    }

    // Where the read-head is: a task before a phase before the plan.
    std::string cursor(const TreeNode& root) const {
        if (facts_.read_head) {
            for (const Id& task : facts_.read_head->active_task_ids) {
                if (const auto found = shown_.find(task); found != shown_.end()) return found->second;
            }
            const auto phase = shown_.find(facts_.read_head->active_phase_id.value_or(Id()));
            if (phase != shown_.end()) return phase->second;
        }
        return root.name;
    }

private:
    // What was declared last; the plan keeps the title it began with.
    std::string aim(const Plan& plan) const {
        const bool is_declared = facts_.read_head && facts_.read_head->intent;
        const std::string declared = is_declared ? shorten(facts_.read_head->intent->view(), longest_aim) : "";
        if (declared.empty() || declared == plan.title.view()) return plan.title.str();
        return fmt::format("{} (plan: {})", declared, plan.title.view());
    }

    void add_action(TreeNode& parent, const Task& task) {
        if (is_over(task.status) || shown_.contains(task.id)) return;
        TreeNode action =
            make_node(TreeLevel::action, task, task.name.view(), status_for(task, facts_.tasks), task.completed_at);
        shown_[task.id] = action.name;
        for (const Task& part : facts_.tasks) {
            if (part.parent_task_id == task.id) add_action(action, part);
        }
        parent.children.push_back(std::move(action));
    }

    const TreeFacts& facts_;
    std::map<Id, std::string> shown_;
};

template <class Visit>
void walk(const TreeNode& node, std::size_t depth, const Visit& visit) {
    visit(node, depth);
    for (const TreeNode& child : node.children) walk(child, depth + 1, visit);
}

bool add_line(const TreeNode& node, std::string_view name, std::vector<const TreeNode*>& line) {
    line.push_back(&node);
    if (node.name == name) return true;
    for (const TreeNode& child : node.children) {
        if (add_line(child, name, line)) return true;
    }
    line.pop_back();
    return false;
}

void add_completed(const TreeNode& node, std::vector<const TreeNode*>& found) {
    for (const TreeNode& child : node.children) {
        if (child.status == TreeStatus::complete) {
            found.push_back(&child);
        } else {
            add_completed(child, found);
        }
    }
}

void add_gaps(const TreeNode& node, std::vector<TreeGap>& gaps) {
    const TreeNode* before = nullptr;
    for (const TreeNode& child : node.children) {
        const TreeNode& from = before == nullptr ? node : *before;
        const Duration length{std::max<std::int64_t>(0, (child.created_at - from.created_at).ms)};
        gaps.push_back({from.name, child.name, length, before == nullptr ? GapSort::parent_child : GapSort::sibling,
                        severity_of(length)});
        before = &child;
        add_gaps(child, gaps);
    }
}

}  // namespace

SessionTree make_tree(const TreeFacts& facts) {
    SessionTree tree;
    const bool has_loose = facts.read_head && !facts.loose.empty();
    if (!facts.plan && !has_loose) return tree;
    TreeBuilder builder(facts);
    tree.root = facts.plan ? builder.root() : builder.root_without_plan();
    tree.cursor = builder.cursor(*tree.root);
    return tree;
}

const TreeNode* find_node(const SessionTree& tree, std::string_view name) {
    const auto line = line_to(tree, name);
    return line.empty() ? nullptr : line.back();
}

std::vector<const TreeNode*> line_to(const SessionTree& tree, std::string_view name) {
    std::vector<const TreeNode*> line;
    if (tree.root) add_line(*tree.root, name, line);
    return line;
}

FlatLine flat_line(const SessionTree& tree) {
    FlatLine flat;
    for (const TreeNode* node : line_to(tree, tree.cursor)) {
        switch (node->level) {
            case TreeLevel::trajectory: flat.trajectory = node->content; break;
            case TreeLevel::tactic: flat.tactic = node->content; break;
            case TreeLevel::action: flat.action = node->content; break;
        }
    }
    return flat;
}

TreeStats stats_of(const SessionTree& tree) {
    TreeStats stats;
    if (!tree.root) return stats;
    walk(*tree.root, 1, [&](const TreeNode& node, std::size_t depth) {
        stats.nodes += 1;
        stats.depth = std::max(stats.depth, depth);
        switch (node.status) {
            case TreeStatus::pending: stats.pending += 1; break;
            case TreeStatus::active: stats.active += 1; break;
            case TreeStatus::complete: stats.complete += 1; break;
            case TreeStatus::blocked: stats.blocked += 1; break;
        }
    });
    return stats;
}

std::vector<const TreeNode*> completed_branches(const SessionTree& tree) {
    std::vector<const TreeNode*> found;
    if (tree.root) add_completed(*tree.root, found);
    return found;
}

std::string summary_of(const TreeNode& branch) {
    std::size_t parts = 0;
    walk(branch, 0, [&](const TreeNode&, std::size_t depth) { parts += depth > 0 ? 1 : 0; });
    return fmt::format("{} {}{}{}", branch.name, shorten(branch.content, 120),
                       parts == 0 ? "" : fmt::format(" ({} parts)", parts),
                       branch.completed_at ? fmt::format(", done {}", to_iso_minute(*branch.completed_at)) : "");
}

GapSeverity severity_of(Duration gap) {
    if (gap < healthy_below) return GapSeverity::healthy;
    return gap < warm_below ? GapSeverity::warm : GapSeverity::stale;
}

std::vector<TreeGap> find_gaps(const SessionTree& tree) {
    std::vector<TreeGap> gaps;
    if (tree.root) add_gaps(*tree.root, gaps);
    std::ranges::stable_sort(gaps, [](const TreeGap& one, const TreeGap& other) { return one.length > other.length; });
    return gaps;
}

}  // namespace hm
