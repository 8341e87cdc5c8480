#include "engine/exchange/hierarchy.h"

#include <algorithm>
#include <map>

#include "base/json.h"

namespace hm::exchange {
namespace {

struct TreeNode {
    json::object members;
    std::vector<TreeNode> children;
};

bool is_over(TaskStatus status) {
    return status == TaskStatus::abandoned || status == TaskStatus::invalidated;
}

// The tree knows four words.
std::string_view word_for(const Task& task, const std::vector<Task>& all) {
    switch (task.status) {
        case TaskStatus::completed: return "complete";
        case TaskStatus::active:
        case TaskStatus::review: return "active";
        case TaskStatus::failed: return "blocked";
        case TaskStatus::abandoned:
        case TaskStatus::invalidated:
        case TaskStatus::planned: break;
    }
    const bool waits = std::any_of(all.begin(), all.end(), [&](const Task& other) {
        const bool is_needed =
            std::find(task.depends_on.begin(), task.depends_on.end(), other.id) != task.depends_on.end();
        return is_needed && other.status != TaskStatus::completed;
    });
    return waits ? "blocked" : "pending";
}

std::string_view word_for(PhaseStatus status) {
    if (status == PhaseStatus::active) return "active";
    return status == PhaseStatus::completed ? "complete" : "pending";
}

std::string_view word_for(PlanStatus status) {
    if (status == PlanStatus::active) return "active";
    return status == PlanStatus::completed ? "complete" : "pending";
}

std::string tree_id(std::string_view front, const Node& node) {
    return std::string(front) + node.stamp.str();
}

TreeNode make_node(std::string_view front, std::string_view level, const Node& node, std::string_view content,
                   std::string_view status, const std::optional<Time>& completed_at) {
    TreeNode made{{{"id", tree_id(front, node)},
                   {"level", level},
                   {"content", content},
                   {"status", status},
                   {"created", node.created_at.ms},
                   {"stamp", node.stamp.view()}},
                  {}};
    if (completed_at) made.members["completed"] = completed_at->ms;
    return made;
}

class TreeBuilder {
public:
    explicit TreeBuilder(const HierarchyFacts& facts) : facts_(facts) {}

    TreeNode root() {
        const Plan& plan = *facts_.plan;
        TreeNode root =
            make_node("t_", "trajectory", plan, plan.title.view(), word_for(plan.status), plan.completed_at);
        for (const Phase& phase : facts_.phases) {
            if (phase.status == PhaseStatus::abandoned) continue;
            TreeNode tactic =
                make_node("tc_", "tactic", phase, phase.title.view(), word_for(phase.status), phase.completed_at);
            for (const Task& task : facts_.tasks) {
                if (task.parent_phase_id == phase.id && !task.parent_task_id) add_action(tactic, task);
            }
            shown_[phase.id] = tree_id("tc_", phase);
            root.children.push_back(std::move(tactic));
        }
        return root;
    }

    // Where the read-head is: a task before a phase before the plan.
    std::string cursor() const {
        if (facts_.read_head) {
            for (const Id& task : facts_.read_head->active_task_ids) {
                if (const auto found = shown_.find(task); found != shown_.end()) return found->second;
            }
            const auto phase = shown_.find(facts_.read_head->active_phase_id.value_or(Id()));
            if (phase != shown_.end()) return phase->second;
        }
        return tree_id("t_", *facts_.plan);
    }

private:
    void add_action(TreeNode& parent, const Task& task) {
        if (is_over(task.status) || !shown_.emplace(task.id, tree_id("a_", task)).second) return;
        TreeNode action =
            make_node("a_", "action", task, task.name.view(), word_for(task, facts_.tasks), task.completed_at);
        for (const Task& part : facts_.tasks) {
            if (part.parent_task_id == task.id) add_action(action, part);
        }
        parent.children.push_back(std::move(action));
    }

    const HierarchyFacts& facts_;
    std::map<Id, std::string> shown_;
};

void add_text(std::string& text, const TreeNode& node) {
    std::string members = to_text(node.members);
    members.pop_back();
    text += members + ",\"children\":[";
    for (std::size_t i = 0; i < node.children.size(); ++i) {
        text += i == 0 ? "\n" : ",\n";
        add_text(text, node.children[i]);
    }
    text += "]}";
}

}  // namespace

std::string hierarchy_text(const HierarchyFacts& facts) {
    std::string text = R"({"hivemind":"export","view":true,"version":1,"cursor":)";
    if (!facts.plan) return text + "null,\"root\":null}\n";
    TreeBuilder builder(facts);
    const TreeNode root = builder.root();
    text += to_text(json::value(builder.cursor())) + ",\"root\":\n";
    add_text(text, root);
    return text + "}\n";
}

}  // namespace hm::exchange
