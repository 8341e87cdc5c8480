// turning point: decisions that changed direction.
#include "app/nouns/noun_commands.h"
#include "app/nouns/nouns.h"

namespace hm {
namespace {

Result<void> take_session(TurningPoint& point, const CommandContext& context) {
    point.session_id = context.actor.session_id;
    return {};
}

}  // namespace

std::vector<Command> turning_point_commands() {
    return {
        create_noun<TurningPoint, take_session>("turning-point create", "Note a decision that changed direction.",
                                                "summary"),
        change_noun<TurningPoint>("turning-point change", "Change a turning point."),
        remove_noun<TurningPoint>("turning-point remove", "Take a turning point out of use; it stays in the store."),
    };
}

}  // namespace hm
