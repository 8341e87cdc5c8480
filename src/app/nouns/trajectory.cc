// trajectory: the read-head of a session, or of the project.
#include "app/nouns/noun_commands.h"
#include "app/nouns/nouns.h"

namespace hm {
namespace {

// The store would refuse it too; here we can still say which one is there.
Result<void> check_is_the_only_one(const Trajectory& trajectory, const CommandContext& context) {
    constexpr std::int64_t all = 100'000;
    HM_TRY_ASSIGN(
        const auto others,
        list_records<Trajectory>(context.connection(), {.of = trajectory.session_id, .limit = all}, context.bad));
    for (const Trajectory& other : others) {
        if (other.session_id != trajectory.session_id) continue;
        return fail(Error{ErrorCode::conflict,
                          "A second read-head cannot be made.",
                          fmt::format("Move the one that is there: `hivemind trajectory change {}`.", other.id.text()),
                          "A session has one read-head, and so has the project. Nothing was changed.",
                          {fmt::format("trajectory {} is in use", other.id.text())}});
    }
    return {};
}

// An agent's read-head is its session's, unless it says otherwise.
Result<void> take_session(Trajectory& trajectory, const CommandContext& context) {
    if (!trajectory.session_id) trajectory.session_id = context.actor.session_id;
    if (trajectory.intent) trajectory.intent_shift_stamp = trajectory.stamp;
    return check_is_the_only_one(trajectory, context);
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
