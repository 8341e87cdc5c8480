// Moving a session through its tree: trajectory, tactic, action become plan, phase, task. Nothing is overwritten
// silently: what was there stays as a record of its own, and a change of direction leaves a turning point.
#pragma once

#include "app/command.h"
#include "domain/session.h"
#include "domain/session_counters.h"
#include "domain/trajectory.h"
#include "engine/session_tree/tree.h"

namespace hm {

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
