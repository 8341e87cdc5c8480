// trajectory: the read-head of a session, or of the project.
#include "app/nouns/noun_commands.h"
#include "app/nouns/nouns.h"

namespace hm {
namespace {

// An agent's read-head is its session's, unless it says otherwise.
Result<void> take_session(Trajectory& trajectory, const CommandContext& context) {
    if (!trajectory.session_id) trajectory.session_id = context.actor.session_id;
    if (trajectory.intent) trajectory.intent_shift_stamp = trajectory.stamp;
    return {};
}

Result<void> note_shift(Trajectory& trajectory, const CommandContext& context) {
    HM_TRY_ASSIGN(const Trajectory before, require_record<Trajectory>(context, trajectory.id));
    if (before.intent == trajectory.intent) return {};
    trajectory.intent_shift_stamp = make_stamp(local_minute(context.now), 0);
    return {};
}

}  // namespace

std::vector<Command> trajectory_commands() {
    return {
        create_noun<Trajectory, take_session>("trajectory create",
                                              "Begin the read-head of a session, or of the project.", "intent"),
        change_noun<Trajectory, note_shift>("trajectory change", "Move the read-head."),
        remove_noun<Trajectory>("trajectory remove", "Take a read-head out of use; it stays in the store."),
    };
}

}  // namespace hm
