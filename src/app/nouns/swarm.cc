// swarm: research given to child sessions.
#include "app/nouns/noun_commands.h"
#include "app/nouns/nouns.h"

namespace hm {
namespace {

Result<void> take_parent(Swarm& swarm, const CommandContext& context) {
    if (!swarm.parent_session_id) swarm.parent_session_id = context.actor.session_id;
    if (!swarm.budget || *swarm.budget > 0) return {};
    return fail(ErrorCode::invalid_input, fmt::format("The budget {} cannot be taken.", *swarm.budget),
                "Give a number of tokens above 0, or none.");
}

}  // namespace

std::vector<Command> swarm_commands() {
    return {
        create_noun<Swarm, take_parent>("swarm create", "Give research to a child session.", "prompt"),
        change_noun<Swarm>("swarm change", "Change a swarm, its state included."),
        remove_noun<Swarm>("swarm remove", "Take a swarm out of use; it stays in the store.", Access::person),
    };
}

}  // namespace hm
