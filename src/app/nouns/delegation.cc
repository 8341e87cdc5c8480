// delegation: tasks handed from one role to another.
#include "app/nouns/noun_commands.h"
#include "app/nouns/nouns.h"

namespace hm {
namespace {

// How deep the chain is follows from what it is a part of.
Result<void> measure_depth(Delegation& delegation, const CommandContext& context) {
    delegation.from_session_id = context.actor.session_id;
    if (!delegation.parent_id) return {};
    HM_TRY_ASSIGN(const Delegation parent, require_record<Delegation>(context, *delegation.parent_id));
    delegation.depth = parent.depth + 1;
    return {};
}

}  // namespace

std::vector<Command> delegation_commands() {
    return {
        create_noun<Delegation, measure_depth>("delegation create", "Hand a task from one role to another.", "task_id"),
        change_noun<Delegation>("delegation change", "Change a delegation, its status included."),
        remove_noun<Delegation>("delegation remove", "Take a delegation out of use; it stays in the store.",
                                Access::person),
    };
}

}  // namespace hm
