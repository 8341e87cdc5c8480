// The tree of a session: plan, phases and tasks along the read-head, seen as trajectory, tactics and actions. It is a
// rendering: nothing is kept in it, and nothing is lost when it is thrown away. Pure.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/fields.h"
#include "domain/phase.h"
#include "domain/plan.h"
#include "domain/task.h"
#include "domain/trajectory.h"

namespace hm {

HM_ENUM(TreeLevel, trajectory, tactic, action)
HM_ENUM(TreeStatus, pending, active, complete, blocked)

struct TreeFacts {
    std::optional<Trajectory> read_head;
    std::optional<Plan> plan;  // the one the read-head is at
    std::vector<Phase> phases;
    std::vector<Task> tasks;  // of these phases, and their parts
    std::vector<Task> loose;  // begun and of no plan
};

struct TreeNode {
    Id id;
    std::string name;  // t_<stamp>, tc_<stamp>, a_<stamp>
    std::string stamp;
    TreeLevel level = TreeLevel::action;
    std::string content;
    TreeStatus status = TreeStatus::pending;
    Time created_at;
    std::optional<Time> completed_at;
    std::vector<TreeNode> children;
};

struct SessionTree {
    std::optional<TreeNode> root;
    std::string cursor;  // name of a node of the tree; empty when there is none
};

SessionTree make_tree(const TreeFacts& facts);

const TreeNode* find_node(const SessionTree& tree, std::string_view name);

// From the root to the node; empty when it is not there.
std::vector<const TreeNode*> line_to(const SessionTree& tree, std::string_view name);

// The cursor's line as three texts, as older readers want it: trajectory, tactic, action.
struct FlatLine {
    std::string trajectory;
    std::string tactic;
    std::string action;
};
FlatLine flat_line(const SessionTree& tree);

struct TreeStats {
    std::size_t nodes = 0;
    std::size_t active = 0;
    std::size_t pending = 0;
    std::size_t complete = 0;
    std::size_t blocked = 0;
    std::size_t depth = 0;
};
TreeStats stats_of(const SessionTree& tree);

// Completed nodes whose parent is not: the branches that could be folded up.
std::vector<const TreeNode*> completed_branches(const SessionTree& tree);

// One line for a branch that is folded up: what it was, how many parts, when it ended.
std::string summary_of(const TreeNode& branch);

HM_ENUM(GapSort, sibling, parent_child)
HM_ENUM(GapSeverity, healthy, warm, stale)

// The time between two nodes that follow each other. It tells when the work paused and for how long.
struct TreeGap {
    std::string from;  // names
    std::string to;
    Duration length;
    GapSort sort = GapSort::sibling;
    GapSeverity severity = GapSeverity::healthy;
};

GapSeverity severity_of(Duration gap);

// All gaps of the tree, longest first.
std::vector<TreeGap> find_gaps(const SessionTree& tree);

}  // namespace hm
