// plan: what people and agents can do to every plan.
#include "app/graph/acting.h"
#include "app/graph/in_order.h"
#include "app/graph/read_head.h"
#include "app/nouns/noun_commands.h"
#include "app/nouns/nouns.h"

namespace hm {
namespace {

Result<void> own_it(Plan& plan, const CommandContext& context) {
    HM_TRY(check_role_may(&RoleProfile::plan, "Planning", context.actor));
    if (plan.owned_by) return {};
    HM_TRY_ASSIGN(const Acting who, acting(context));
    plan.owned_by = who.name;
    return {};
}

// What is planned next belongs to the plan that was just made.
Result<Receipt> create(const json::value& input, const CommandContext& context) {
    HM_TRY_ASSIGN(Receipt receipt, (in_order<run_create<Plan, own_it>>(input, context)));
    HM_TRY_ASSIGN(const Plan plan, require_record<Plan>(context, *receipt.id));
    HM_TRY(read_head_to(plan, context));
    return receipt;
}

}  // namespace

std::vector<Command> plan_commands() {
    return {
        with_run(create_noun<Plan>("plan create", "Set down an aim and what counts as reaching it.", "title"), create),
        with_run(change_noun<Plan>("plan change", "Change a plan, its status included.", Access::person),
                 in_order<run_change<Plan, no_rule<Plan>, StatusChange::by_change>>),
        remove_noun<Plan>("plan remove", "Take a plan out of use; it stays in the store.", Access::person),
    };
}

}  // namespace hm
