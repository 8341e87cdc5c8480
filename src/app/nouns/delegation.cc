// delegation: tasks handed from one role to another.
#include "app/graph/delegated.h"
#include "app/nouns/noun_commands.h"
#include "app/nouns/nouns.h"

namespace hm {
namespace {

Result<void> fit_into_chain(Delegation& delegation, const CommandContext& context) {
    delegation.from_session_id = context.actor.session_id;
    return join_chain(delegation, context);
}

}  // namespace

std::vector<Command> delegation_commands() {
    return {
        create_noun<Delegation, fit_into_chain>("delegation create", "Hand a task from one role to another.",
                                                "task_id"),
        change_noun<Delegation>("delegation change", "Change a delegation, its status included.", Access::person),
        remove_noun<Delegation>("delegation remove", "Take a delegation out of use; it stays in the store.",
                                Access::person),
    };
}

}  // namespace hm
