// plan show, plan status: the graph of work as a tree. One plan, or everything that is open.
#include <fmt/format.h>

#include "app/facts/load_plan_tree.h"
#include "app/list_limit.h"
#include "app/queries/queries.h"
#include "app/record_named.h"

namespace hm {
namespace {

struct ShowPlan {
    std::optional<Text<1, 60>> id;
    std::optional<std::int64_t> limit;

    static constexpr void fields(auto&& visit) {
        visit(field("id", &ShowPlan::id, "The plan, by id or stamp; without it, every plan that is open."));
        visit(field("limit", &ShowPlan::limit, "Most tasks to show of each plan; 50 when left out."));
    }
};

Result<Answer> run(const ShowPlan& input, const QueryContext& context) {
    Connection& connection = context.connection();
    const std::int64_t limit = list_limit(input.limit);
    PlanTree tree;
    if (input.id) {
        HM_TRY_ASSIGN(const Id id, record_named(input.id->view(), connection));
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

}  // namespace hm
