// The graph of work, gathered for view/work_text.h. Bounded: of a plan with more tasks than `limit` those that are not
// over come first.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "app/command/catalog.h"
#include "app/command/command.h"
#include "app/command/named.h"
#include "app/command/noun_commands.h"
#include "app/work/task.h"
#include "domain/session.h"
#include "domain/task.h"
#include "store/queries/task.h"
#include "store/queries/work.h"
#include "store/records/records.h"
#include "view/work_text.h"

namespace hm {

// One plan.
Result<TreePlan> load_tree_plan(const Plan& plan, const std::optional<Id>& session_id, std::int64_t limit,
                                Connection& connection, BadRows& bad);

// Every plan that is open, and the tasks of none. `session_id` is whose read-head is shown; without one, everybody's.
Result<PlanTree> load_plan_tree(const std::optional<Id>& session_id, std::int64_t limit, Connection& connection,
                                BadRows& bad);

namespace {

constexpr std::int64_t most_plans = 20;
constexpr std::int64_t most_rows = 100'000;
constexpr int deepest_part = 16;

int rank_of(std::string_view status) {
    if (status == "active" || status == "review") return 0;
    if (status == "planned") return 1;
    return status == "failed" ? 2 : 3;
}

// Builds the branches from rows that are in the order of their making.
class TreeMaker {
public:
    TreeMaker(std::vector<TaskRow> rows, std::set<Id> cursors, Connection& connection, BadRows& bad)
        : rows_(std::move(rows)), cursors_(std::move(cursors)), connection_(connection), bad_(bad) {}

    // Keeps the rows that matter most, and the tasks that they are parts of.
    void choose(std::size_t limit) {
        std::vector<const TaskRow*> ranked;
        for (const TaskRow& row : rows_) {
            ranked.push_back(&row);
            places_[row.id] = &row;
        }
        std::stable_sort(ranked.begin(), ranked.end(),
                         [](const TaskRow* a, const TaskRow* b) { return rank_of(a->status) < rank_of(b->status); });
        for (std::size_t i = 0; i < ranked.size() && chosen_.size() < limit; ++i) {
            const TaskRow* row = ranked[i];
            for (int depth = 0; row != nullptr && depth < deepest_part; ++depth) {
                chosen_.insert(row->id);
                row = parent_of(*row);
            }
        }
        for (const TaskRow& row : rows_) {
            if (!chosen_.contains(row.id)) continue;
            const TaskRow* parent = parent_of(row);
            parent != nullptr ? parts_[parent->id].push_back(&row) : roots_.push_back(&row);
        }
    }

    std::size_t left_out() const { return rows_.size() - chosen_.size(); }

    // The branches of a phase; of none when it is null.
    Result<std::vector<TreeTask>> branches(const std::optional<Id>& phase_id) {
        std::vector<TreeTask> tasks;
        for (const TaskRow* row : roots_) {
            if (row->phase_id != phase_id) continue;
            HM_TRY_ASSIGN(TreeTask task, branch(*row, 0));
            tasks.push_back(std::move(task));
        }
        return tasks;
    }

private:
    const TaskRow* parent_of(const TaskRow& row) const {
        const auto found = row.parent_id ? places_.find(*row.parent_id) : places_.end();
        return found == places_.end() ? nullptr : found->second;
    }

    Result<std::string> holder_of(const TaskRow& row) {
        if (!row.session_id || rank_of(row.status) != 0) return std::string();
        HM_TRY_ASSIGN(const auto session, find<Session>(connection_, *row.session_id, bad_));
        if (!session) return row.session_id->text();
        return fmt::format("{} in session {}", session->agent ? session->agent->view() : session->role.view(),
                           session->stamp.view());
    }

    Result<TreeTask> branch(const TaskRow& row, int depth) {
        TreeTask task{.id = row.id, .name = row.name, .status = row.status, .assigned_to = row.assigned_to};
        task.is_planned_ahead = row.is_planned_ahead;
        task.is_cursor = cursors_.contains(row.id);
        HM_TRY_ASSIGN(task.holder, holder_of(row));
        const auto status = enum_named<TaskStatus>(row.status);
        if (status && !is_ended(*status)) {
            HM_TRY_ASSIGN(task.blockers, load_blockers(connection_, row.id));
        }
        if (depth == deepest_part) return task;
        for (const TaskRow* part : parts_[row.id]) {
            HM_TRY_ASSIGN(TreeTask below, branch(*part, depth + 1));
            task.parts.push_back(std::move(below));
        }
        return task;
    }

    std::vector<TaskRow> rows_;
    std::set<Id> cursors_;
    Connection& connection_;
    BadRows& bad_;
    std::map<Id, const TaskRow*> places_;
    std::set<Id> chosen_;
    std::map<Id, std::vector<const TaskRow*>> parts_;
    std::vector<const TaskRow*> roots_;
};

Result<std::vector<Blocker>> plans_awaited(const Plan& plan, Connection& connection, BadRows& bad) {
    std::vector<Awaited> awaited;
    for (const Id& id : plan.depends_on) {
        HM_TRY_ASSIGN(const auto other, find<Plan>(connection, id, bad));
        if (!other) continue;
        const bool is_never_reached = other->status == PlanStatus::archived && !other->completed_at;
        awaited.push_back({.as = AwaitedAs::plan_dependency,
                           .id = id,
                           .name = other->title.str(),
                           .status = std::string(name_of(is_never_reached ? PlanStatus::abandoned : other->status))});
    }
    return blockers_among(awaited);
}

}  // namespace

Result<TreePlan> load_tree_plan(const Plan& plan, const std::optional<Id>& session_id, std::int64_t limit,
                                Connection& connection, BadRows& bad) {
    TreePlan tree{.plan = plan};
    HM_TRY_ASSIGN(std::vector<TaskRow> rows, task_rows_of_plan(connection, plan.id, most_rows));
    for (const TaskRow& row : rows) ++tree.counts[row.status];
    HM_TRY_ASSIGN(ReadHeadPlaces places, read_head_places(connection, session_id));
    tree.is_cursor = std::find(places.plans.begin(), places.plans.end(), plan.id) != places.plans.end();
    TreeMaker maker(std::move(rows), {places.tasks.begin(), places.tasks.end()}, connection, bad);
    maker.choose(static_cast<std::size_t>(limit));
    tree.left_out = maker.left_out();
    HM_TRY_ASSIGN(tree.blockers, plans_awaited(plan, connection, bad));
    HM_TRY_ASSIGN(std::vector<Phase> phases, phases_of(connection, plan.id, bad));
    for (Phase& phase : phases) {
        HM_TRY_ASSIGN(auto tasks, maker.branches(phase.id));
        tree.phases.push_back({std::move(phase), std::move(tasks)});
    }
    return tree;
}

Result<PlanTree> load_plan_tree(const std::optional<Id>& session_id, std::int64_t limit, Connection& connection,
                                BadRows& bad) {
    PlanTree tree;
    HM_TRY_ASSIGN(std::vector<Plan> plans, open_plans(connection, most_plans + 1000, bad));
    if (plans.size() > most_plans) {
        tree.plans_left_out = plans.size() - most_plans;
        plans.resize(most_plans);
    }
    for (const Plan& plan : plans) {
        HM_TRY_ASSIGN(TreePlan each, load_tree_plan(plan, session_id, limit, connection, bad));
        tree.plans.push_back(std::move(each));
    }
    HM_TRY_ASSIGN(std::vector<TaskRow> loose, task_rows_without_plan(connection, most_rows));
    HM_TRY_ASSIGN(ReadHeadPlaces places, read_head_places(connection, session_id));
    TreeMaker maker(std::move(loose), {places.tasks.begin(), places.tasks.end()}, connection, bad);
    maker.choose(static_cast<std::size_t>(limit));
    HM_TRY_ASSIGN(tree.without_plan, maker.branches(std::nullopt));
    tree.without_plan_left_out = maker.left_out();
    return tree;
}

// plan show, plan status: the graph of work as a tree. One plan, or everything that is open.

namespace {

struct ShowPlan {
    std::optional<Title> id;
    std::optional<std::int64_t> limit;

    static constexpr void fields(auto&& visit) {
        visit(field("id", &ShowPlan::id, "The plan, by id, name or stamp; without it, every plan that is open."));
        visit(field("limit", &ShowPlan::limit, "Most tasks to show of each plan; 50 when left out."));
    }
};

Result<Answer> run(const ShowPlan& input, const QueryContext& context) {
    Connection& connection = context.connection();
    const std::int64_t limit = list_limit(input.limit);
    PlanTree tree;
    if (input.id) {
        HM_TRY_ASSIGN(const Id id, record_named(input.id->view(), connection, "plan"));
        HM_TRY_ASSIGN(const auto plan, find<Plan>(connection, id, context.bad));
        if (!plan && !context.bad.empty()) return fail(unreadable_record("plan", id, context.bad));
        if (!plan) {
            return fail(ErrorCode::not_found, fmt::format("No plan {}.", id.text()),
                        "Use an id from `hivemind plan list`.");
        }
        HM_TRY_ASSIGN(TreePlan one, load_tree_plan(*plan, context.actor.session_id, limit, connection, context.bad));
        tree.plans.push_back(std::move(one));
    } else {
        HM_TRY_ASSIGN(tree, load_plan_tree(context.actor.session_id, limit, connection, context.bad));
    }
    tree.mode = effective_mode(context.settings, context.now);
    return Answer{plan_tree_json(tree), plan_tree_text(tree)};
}

}  // namespace

Query show_plan() {
    return make_query<ShowPlan, run>("plan show", "Draw a plan, or all that are open, as a tree.", "id");
}

Query plan_status() {
    return make_query<ShowPlan, run>("plan status", "Show the whole graph of work: status, who, what blocks what.",
                                     "id");
}

// phase: the parts of a plan.

namespace {

Result<void> check_position(Phase& phase, const CommandContext&) {
    if (phase.position >= 0) return {};
    return fail(ErrorCode::invalid_input, fmt::format("The position {} cannot be taken.", phase.position),
                "Count from 0.");
}

}  // namespace

std::vector<Command> phase_commands() {
    return {
        create_noun<Phase, check_position>("phase create", "Add a part to a plan.", "parent_plan_id title"),
        change_noun<Phase, check_position>("phase change", "Change a phase, its status included.", Access::person),
        remove_noun<Phase>("phase remove", "Take a phase out of use; it stays in the store.", Access::person),
    };
}

}  // namespace hm
