// Where a session stands: its read-head, the tasks it has in hand, and how the read-head moves.
#pragma once

#include <optional>
#include <vector>

#include "app/command/command.h"
#include "app/command/workspace.h"
#include "domain/phase.h"
#include "domain/plan.h"
#include "domain/session.h"
#include "domain/session_counters.h"
#include "domain/settings.h"
#include "domain/task.h"
#include "domain/trajectory.h"
#include "engine/session/tree.h"
#include "store/records/records.h"

namespace hm {

// The task that an actor has in hand: what a command without a task id means by "the task".

// Active tasks of the actor's session, or of the nearest session above it that has any; then those a
// person started without naming a session. A person without a session sees only the latter.
Result<std::vector<Task>> tasks_in_hand(Connection& connection, const std::optional<Id>& session_id, BadRows& bad);

// The one task in hand, or without any the one that the session handed in; refuses to choose among several.
Result<Task> task_in_hand(Connection& connection, const Actor& actor, BadRows& bad);

// The task of that id, or without one the task in hand.
Result<Task> named_or_in_hand(Connection& connection, const std::optional<Id>& id, const Actor& actor, BadRows& bad);

// An agent may end or give back only what its own session holds; a person may anything. `act` opens the
// refusal: "Completing".
Result<void> check_is_own(const Task& task, const Actor& actor, std::string_view act);

// The task of that id, or an error that says it is not there.
Result<Task> require_task(Connection& connection, const Id& id, BadRows& bad);

// The read-head follows the work: where a session is, in plan, phase and tasks. A person without a session moves the
// project's own.

// The actor's read-head is at that task from now on. A session's is made when there is none; the project's own is not.
// REQUIRES: the task is in the store.
Result<void> read_head_to(const Task& task, const CommandContext& context);

// The actor's read-head is at that plan, at its beginning, made when there is none.
// REQUIRES: the plan is in the store.
Result<void> read_head_to(const Plan& plan, const CommandContext& context);

// No read-head is at that task any more; plan and phase stay.
Result<void> read_heads_off(const Task& task, const CommandContext& context);

// No read-head is at that plan any more, nor at what is in it.
Result<void> read_heads_off(const Plan& plan, Transaction& transaction, Time now, BadRows& bad);

// The first tier of the purge: an abandoned plan leaves the context when it has been abandoned for long enough. Looked
// after when a session begins; it stays in the store, and taking it up again brings it back.

// Costs one look at an index when there is nothing to do. When the store is held it is left to the next session.
Result<void> leave_context(const Settings& settings, Workspace& workspace);

// Where a session is: its plan, phase and tasks, and what lies beside them. A session's read-head is its own, or that
// of the nearest session above it, or the project's; the tasks it has in hand count as well. Reads only.

struct LoadedReadHead {
    std::optional<Trajectory> trajectory;
    std::optional<Plan> plan;
    std::optional<Phase> phase;
    std::vector<Task> tasks;   // at the read-head
    std::vector<Task> beside;  // of the same phase, parts and wholes of those tasks, and what was set aside
    std::vector<Id> of_level;  // tasks in the hands of agents beside this one: of the same parent, or of none like it
};

// Only the tasks at it.
Result<std::vector<Task>> tasks_at_read_head(const std::optional<Id>& session_id, Connection& connection, BadRows& bad);

Result<LoadedReadHead> load_read_head(const std::optional<Id>& session_id, Connection& connection, BadRows& bad);

// Moving a session through its tree: trajectory, tactic, action become plan, phase, task. Nothing is overwritten
// silently: what was there stays as a record of its own, and a change of direction leaves a turning point.

// The read-head of the session, made when it has none: one that it had from above is taken over.
Result<Trajectory> own_read_head(const Session& session, const CommandContext& context);

struct Move {
    Title content;
    TreeStatus status = TreeStatus::active;
    std::optional<Paragraph> reason;
};

// Each answers what it did, for the receipt, and moves `head`, which the caller saves.
Result<Receipt> declare_trajectory(const Move& move, const Session& session, Trajectory& head,
                                   const CommandContext& context);
Result<Receipt> declare_tactic(const Move& move, const Session& session, Trajectory& head,
                               const CommandContext& context);
Result<Receipt> declare_action(const Move& move, const Session& session, Trajectory& head,
                               const CommandContext& context);

// The phase that new work of the acting session, or of the one a person has open, belongs to: of the plan that it is
// at, the phase it is at, made when there is none. Nothing when the session was not declared to be for anything, or its
// plan is over.
Result<std::optional<Id>> phase_of_new_work(const CommandContext& context);

// A new plan for the session, with the read-head at it and nothing below.
Result<Plan> begin_plan(const Title& title, SessionMode mode, Trajectory& head, const CommandContext& context);

// Counts the declared section; the same words again are noticed.
Result<void> count_section(const Session& session, std::string_view content, const CommandContext& context);

}  // namespace hm
