// phase: the parts of a plan.
#include "app/nouns/noun_commands.h"
#include "app/nouns/nouns.h"

namespace hm {
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
