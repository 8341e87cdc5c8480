// hierarchy prune: folds completed branches up. Each leaves one line of summary as a comment on its plan; its records
// leave the tree and stay in the store.
#include "app/session/tree.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/command/catalog.h"
#include "app/session/read_head.h"
#include "app/session/session_meant.h"
#include "domain/comment.h"
#include "domain/task.h"
#include "store/queries/session.h"
#include "store/queries/task.h"
#include "store/queries/work.h"

namespace hm {

Result<std::optional<Trajectory>> read_head_for(Connection& connection, const std::optional<Id>& session_id,
                                                BadRows& bad) {
    if (session_id) {
        HM_TRY_ASSIGN(const std::vector<Id> line, session_and_ancestors(connection, *session_id));
        for (const Id& each : line) {
            HM_TRY_ASSIGN(std::optional<Trajectory> own, read_head_of(connection, each, bad));
            if (own) return own;
        }
    }
    return read_head_of(connection, std::nullopt, bad);
}

namespace {

// At the read-head, and parked: begun, and back in the list.
Result<void> load_loose(Connection& connection, TreeFacts& facts, BadRows& bad) {
    constexpr std::int64_t most_parked = 8;
    if (!facts.read_head) return {};
    const auto add = [&](Task task) {
        const bool is_loose = !task.parent_phase_id && !task.parent_task_id && !task.archived_at;
        const bool is_known = std::ranges::any_of(facts.loose, [&](const Task& each) { return each.id == task.id; });
        if (is_loose && !is_known && !is_ended(task.status)) facts.loose.push_back(std::move(task));
    };
    for (const Id& id : facts.read_head->active_task_ids) {
        HM_TRY_ASSIGN(auto task, find<Task>(connection, id, bad));
        if (task) add(std::move(*task));
    }
    HM_TRY_ASSIGN(auto parked, parked_tasks(connection, most_parked, bad));
    for (Task& task : parked) add(std::move(task));
    return {};
}

}  // namespace

Result<TreeFacts> load_session_tree(Connection& connection, const std::optional<Id>& session_id, BadRows& bad) {
    TreeFacts facts;
    HM_TRY_ASSIGN(facts.read_head, read_head_for(connection, session_id, bad));
    if (facts.read_head && facts.read_head->active_plan_id) {
        HM_TRY_ASSIGN(facts.plan, find<Plan>(connection, *facts.read_head->active_plan_id, bad));
    }
    HM_TRY(load_branches(connection, facts, bad));
    HM_TRY(load_loose(connection, facts, bad));
    return facts;
}

namespace {

struct PruneHierarchy {
    std::optional<SessionName> session;

    static constexpr void fields(auto&& visit) {
        visit(field("session", &PruneHierarchy::session, "Id or stamp of the session whose tree is meant."));
    }
};

template <class Record>
Result<bool> take_out(const Id& id, const CommandContext& context) {
    HM_TRY_ASSIGN(auto record, find<Record>(context.connection(), id, context.bad));
    if (!record) return false;
    record->archived_at = context.now;
    record->modified_at = context.now;
    HM_TRY(update(context.transaction, *record));
    return true;
}

Result<std::int64_t> fold_up(const TreeNode& branch, const CommandContext& context) {
    std::int64_t folded = 0;
    for (const TreeNode& child : branch.children) {
        HM_TRY_ASSIGN(const std::int64_t below, fold_up(child, context));
        folded += below;
    }
    HM_TRY_ASSIGN(const bool is_out, branch.level == TreeLevel::tactic ? take_out<Phase>(branch.id, context)
                                                                       : take_out<Task>(branch.id, context));
    return folded + (is_out ? 1 : 0);
}

Result<void> keep_summary(const Id& plan_id, const std::string& text, const CommandContext& context) {
    Comment comment;
    HM_TRY(context.begin(comment));
    comment.on_id = plan_id;
    HM_TRY_ASSIGN(comment.text, Paragraph::make(shorten(text, Paragraph::max_characters)));
    HM_TRY_ASSIGN(comment.author, Word::make("hivemind"));
    comment.read_at = context.now;  // nobody needs to be told of it
    return insert(context.transaction, comment);
}

Result<Receipt> run(const PruneHierarchy& input, const CommandContext& context) {
    HM_TRY_ASSIGN(const auto session,
                  session_meant_if_any(input.session, context.actor, context.connection(), context.bad));
    const std::optional<Id> id = session ? std::optional(session->id) : std::nullopt;
    HM_TRY_ASSIGN(const TreeFacts facts, load_session_tree(context.connection(), id, context.bad));
    const SessionTree tree = make_tree(facts);
    std::int64_t folded = 0;
    std::string summary = "Folded up:";
    const auto branches = completed_branches(tree);
    for (const TreeNode* branch : branches) {
        // Where the read-head is stays in sight.
        if (branch->name == tree.cursor) continue;
        HM_TRY_ASSIGN(const std::int64_t below, fold_up(*branch, context));
        folded += below;
        summary += "\n- " + summary_of(*branch);
    }
    if (folded == 0) return Receipt{"There is no completed branch to fold up."};
    HM_TRY(keep_summary(facts.plan->id, summary, context));
    return Receipt{
        fmt::format("Folded up {} completed branches, {} records; they stay in the store.", branches.size(), folded),
        facts.plan->id};
}

}  // namespace

Command prune_hierarchy() {
    return make_command<PruneHierarchy, run>("hierarchy prune", "Fold completed branches of the tree up.", "session");
}

// hierarchy migrate: gives tasks that belong to no plan a tree: one plan, one phase, and the read-head at it.

namespace {

constexpr std::int64_t most_migrated_tasks = 1000;

struct MigrateHierarchy {
    std::optional<Title> title;

    static constexpr void fields(auto&& visit) {
        visit(field("title", &MigrateHierarchy::title, "Title of the plan; \"Work so far\" when left out."));
    }
};

Result<std::vector<Task>> loose_tasks(const CommandContext& context) {
    std::vector<Task> loose;
    for (const TaskStatus status : {TaskStatus::active, TaskStatus::review, TaskStatus::planned}) {
        HM_TRY_ASSIGN(auto tasks, list_tasks(context.connection(), status, most_migrated_tasks, context.bad));
        for (Task& task : tasks) {
            if (!task.parent_phase_id && !task.parent_task_id) loose.push_back(std::move(task));
        }
    }
    return loose;
}

Result<Receipt> run(const MigrateHierarchy& input, const CommandContext& context) {
    HM_TRY_ASSIGN(std::vector<Task> tasks, loose_tasks(context));
    if (tasks.empty()) return Receipt{"Every open task belongs to a plan already."};
    HM_TRY_ASSIGN(const Title title, Title::make(input.title ? input.title->str() : "Work so far"));
    HM_TRY_ASSIGN(const auto session,
                  session_meant_if_any(std::nullopt, context.actor, context.connection(), context.bad));
    Trajectory head;
    if (session) {
        HM_TRY_ASSIGN(head, own_read_head(*session, context));
    }
    HM_TRY_ASSIGN(const Plan plan, begin_plan(title, SessionMode::plan_driven, head, context));
    Phase phase;
    HM_TRY(context.begin(phase));
    phase.parent_plan_id = plan.id;
    phase.title = title;
    phase.status = PhaseStatus::active;
    HM_TRY(insert(context.transaction, phase));
    head.active_phase_id = phase.id;
    for (Task& task : tasks) {
        task.parent_phase_id = phase.id;
        task.modified_at = context.now;
        HM_TRY(update(context.transaction, task));
        const bool is_in_hand = session && task.status == TaskStatus::active && task.assigned_session_id == session->id;
        if (is_in_hand) head.active_task_ids = {task.id};
    }
    head.modified_at = context.now;
    if (session) HM_TRY(update(context.transaction, head));
    return Receipt{fmt::format("{} tasks are in a tree now, under \"{}\".", tasks.size(), title.view()), plan.id};
}

}  // namespace

Command migrate_hierarchy() {
    return make_command<MigrateHierarchy, run>("hierarchy migrate", "Give open tasks without a plan a tree.", "title");
}

namespace {

constexpr std::int64_t most_read_heads = 50;
constexpr std::int64_t most_of_a_phase = 1000;
constexpr std::size_t most_tree_tasks = 5000;

// The project's own read-head before that of the newest session.
std::optional<Trajectory> leading(const std::vector<Trajectory>& read_heads) {
    const Trajectory* found = nullptr;
    for (const Trajectory& each : read_heads) {
        const bool is_better = found == nullptr || (found->session_id && !each.session_id);
        if (each.active_plan_id && is_better) found = &each;
    }
    return found == nullptr ? std::nullopt : std::optional(*found);
}

Result<void> add_tasks(Connection& connection, const Id& of, std::vector<Task>& tasks, BadRows& bad) {
    const ListFilter filter{.of = of, .limit = most_of_a_phase};
    HM_TRY_ASSIGN(auto found, list_records<Task>(connection, filter, bad));
    std::reverse(found.begin(), found.end());
    for (Task& task : found) {
        const bool belongs = task.parent_phase_id == of || task.parent_task_id == of;
        const bool is_listed =
            std::any_of(tasks.begin(), tasks.end(), [&](const Task& each) { return each.id == task.id; });
        if (belongs && !is_listed && tasks.size() < most_tree_tasks) tasks.push_back(std::move(task));
    }
    return {};
}

}  // namespace

Result<void> load_branches(Connection& connection, TreeFacts& facts, BadRows& bad) {
    if (!facts.plan) return {};
    HM_TRY_ASSIGN(facts.phases, list_records<Phase>(connection, {.of = facts.plan->id, .limit = most_of_a_phase}, bad));
    std::sort(facts.phases.begin(), facts.phases.end(),
              [](const Phase& a, const Phase& b) { return std::pair(a.position, a.id) < std::pair(b.position, b.id); });
    for (const Phase& phase : facts.phases) HM_TRY(add_tasks(connection, phase.id, facts.tasks, bad));
    // The list grows while its parts are looked up.
    for (std::size_t at = 0; at < facts.tasks.size(); ++at) {
        const Id id = facts.tasks[at].id;
        HM_TRY(add_tasks(connection, id, facts.tasks, bad));
    }
    return {};
}

Result<exchange::HierarchyFacts> load_hierarchy_facts(Connection& connection, BadRows& bad) {
    exchange::HierarchyFacts facts;
    HM_TRY_ASSIGN(const auto read_heads, list_records<Trajectory>(connection, {.limit = most_read_heads}, bad));
    facts.read_head = leading(read_heads);
    if (facts.read_head) {
        HM_TRY_ASSIGN(facts.plan, find<Plan>(connection, *facts.read_head->active_plan_id, bad));
    } else {
        HM_TRY_ASSIGN(auto plans, list_records<Plan>(connection, {.status = "active", .limit = 1}, bad));
        if (!plans.empty()) facts.plan = std::move(plans.front());
    }
    HM_TRY(load_branches(connection, facts, bad));
    return facts;
}

}  // namespace hm
