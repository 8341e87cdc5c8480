// Tasks: beginning and ending one, drafts, order, what blocks it, what its completion lacks, and delegation.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/command/command.h"
#include "domain/delegation.h"
#include "domain/phase.h"
#include "domain/plan.h"
#include "domain/role.h"
#include "domain/task.h"
#include "engine/work/completion.h"
#include "engine/work/readiness.h"
#include "store/sqlite/connection.h"
#include "view/work_text.h"

namespace hm {

// What happens to the delegation of a task while the task goes on: taken up, ended, or past its time.

// Measures how deep the chain becomes. Refuses one that is too deep, or that comes back to somebody who is in it
// already, with the chain named.
Result<void> join_chain(Delegation& delegation, const CommandContext& context);

// The session that starts a task works under its open delegation from then on.
Result<void> accept_delegation(const Task& task, const CommandContext& context);

// A task that ended, or that its worker gave up, ends its delegation too.
Result<void> end_delegation(const Task& task, DelegationStatus status, const CommandContext& context);

// The open task of that name, whatever its case, blanks and closing point; an id in the place of a name means its task.
// Of several it is the one that the session holds, else the one of the plan in view, else the one that can begin; where
// that leaves more than one, the error names them. Nothing when there is none.
Result<std::optional<Id>> open_task_named(std::string_view name, const CommandContext& context);

// What can begin now of what the blockers wait for, however deep; nothing when none of it can.
Result<std::optional<Task>> first_startable(std::span<const Blocker> blockers, Connection& connection, BadRows& bad);

// Beginning work on a task, the one way for every command that does: whether it may begin, who does it from then on,
// and what begins with it (its plan, its phase, the delegation it was given away by, the read-head).

// Refuses with what holds the task back, each blocker named.
Result<void> check_not_blocked(const Task& task, const CommandContext& context);

// Whether the actor may work on it: by its role, by who it was given to, and by what it waits for.
Result<void> check_may_begin(const Task& task, const CommandContext& context);

// Moves the task to active in the actor's session and saves it. REQUIRES: it is in the store, planned or in review.
Result<void> begin_task(Task& task, const CommandContext& context);

// Taking over a task that another session began: who has it and whether they are there, what may be taken, and what
// passes with it. The one place for it (docs/adr/0013-who-is-alive.md).

// The task passes to the actor's session with its locks and its delegation: its generation rises, the session that had
// it gets a note, and the read-heads follow. Refused, with who has it, where and since when, while that session is
// there. REQUIRES: the task is active or in review, and another session's.
Result<Receipt> take_over(Task task, const CommandContext& context);

// One thing at a time: what else the session has in hand goes back to the list, with what was done under it, but for
// the tasks that `task` is a part of and its own parts. Answers a line for each.
Result<std::vector<std::string>> park_others(const Task& task, const CommandContext& context);

// Ending a task, or giving it back: its status and what follows from it for read-heads, delegations and the tasks that
// wait for it. The one way for every command that does.

// Moves the task to `to` and saves it. REQUIRES: `to` is an end, or planned.
Result<void> end_task(Task& task, TaskStatus to, const CommandContext& context);

// The same for the parts of it that are not over yet; refused when another session works on one.
Result<void> end_open_parts(const Task& task, TaskStatus to, const CommandContext& context);

// A task that others wait for and that will not be done breaks their chain: it leaves the lists at once and stays in
// the store. Answers the tasks that wait, as lines for the receipt.
Result<std::vector<std::string>> leave_if_chain_breaks(Task& task, const CommandContext& context);

// Tasks that waited for this one and can start now, as lines for the receipt; at most a few.
Result<std::vector<std::string>> made_ready_by(const Task& task, const CommandContext& context);

// Keeps why something was done as a remark on the record: "Deferred: …".
Result<void> keep_reason(const Id& on, std::string_view act, const Sentence& reason, const CommandContext& context);

// A list for a receipt's details.
json::array lines_of(const std::vector<std::string>& lines);

// Acting: who acts, by the names under which work can be given to it: the client's name of the agent, and its role.

struct Acting {
    std::string agent;  // may be empty
    std::string role;   // empty for a person, and in a shell whose agent is not known
    Word name;          // the surest of them; "person" or "agent" when there is none
};

Result<Acting> acting(const CommandContext& context);

// Refuses an act that the role does not have: &Role::plan, &Role::delegate. `act` opens the refusal: "Planning".
Result<void> check_role_may(bool Role::* right, std::string_view act, const CommandContext& context);

// A role that gives work away and changes nothing itself neither starts nor completes tasks.
Result<void> check_role_works(const CommandContext& context, std::string_view act);

// What was recorded while a task went on, gathered for engine/completion.

// `claims` is what the one who completes it says; only what the task's records show counts. `root` is the project's
// directory, for files that are expected to exist.
Result<CompletionFacts> load_completion(const Task& task, const TaskResult& claims, const std::filesystem::path& root,
                                        Connection& connection, BadRows& bad);

// What came of the task, from its records and not from what was said; the evidence is the claim's words.
TaskResult recorded_result(const CompletionFacts& facts, const TaskResult& claims);

// Task drafts: a list of tasks as one call plans them. They may name each other, and tasks of the plan, by name or id.

struct GateDraft {
    std::optional<Title> after;
    std::optional<Title> after_task_id;
    std::optional<Sentence> reason;
    static constexpr void fields(auto&& visit) {
        visit(field("after", &GateDraft::after, "Task that must be completed first, by name or id."));
        visit(field("after_task_id", &GateDraft::after_task_id, "The same, as the task itself calls it."));
        visit(same_as(&TemporalGate::reason, &GateDraft::reason));
    }
};

struct TaskDraft {
    Title name;
    Paragraph expected_output;
    std::vector<Title> depends_on;
    std::optional<GateDraft> temporal_gate;
    std::optional<Title> parent;
    std::optional<Word> assigned_to;
    std::vector<Word> allowed_tools;
    std::vector<FilePath> allowed_paths;
    std::vector<Id> tech_decision_ids;
    std::optional<TaskLocation> location;
    bool planned_ahead = false;

    static constexpr void fields(auto&& visit) {
        visit(same_as(&Task::name, &TaskDraft::name));
        visit(same_as(&Task::expected_output, &TaskDraft::expected_output));
        visit(field("depends_on", &TaskDraft::depends_on, "Tasks that must be completed first, by name or id."));
        visit(same_as(&Task::temporal_gate, &TaskDraft::temporal_gate));
        visit(field("parent", &TaskDraft::parent, "Task it is a part of, by name or id."));
        visit(same_as(&Task::assigned_to, &TaskDraft::assigned_to));
        visit(same_as(&Task::allowed_tools, &TaskDraft::allowed_tools));
        visit(same_as(&Task::allowed_paths, &TaskDraft::allowed_paths));
        visit(same_as(&Task::tech_decision_ids, &TaskDraft::tech_decision_ids));
        visit(same_as(&Task::location, &TaskDraft::location));
        visit(same_as(&Task::planned_ahead, &TaskDraft::planned_ahead));
    }
};

// Makes the tasks in the plan's phase, in an order in which each names only what is there, and refuses cycles.
Result<std::vector<Task>> make_drafted(const std::vector<TaskDraft>& drafts, const Plan& plan, const Phase& phase,
                                       const CommandContext& context);

// A part belongs to a task that is there and not over, and to its phase. Sets kind and phase.
Result<void> settle_parent(Task& task, const CommandContext& context);

// Patterns of paths as the gate sees files: an agent spells them from the root of the disk, too.
Result<void> settle_patterns(std::vector<FilePath>& patterns, const CommandContext& context);

// Whether what was planned can be done in some order. A cycle is refused when it is planned, with its way named:
// through dependencies, temporal gates, parts of tasks, plans that build on each other and decisions that rest on each
// other, and through any mixture of them.

// REQUIRES: the changed records are written; the command fails with the error, and with it what it wrote.
Result<void> check_order(std::span<const Id> changed, const CommandContext& context);

// What keeps a task back now. Read by keys: the cost does not depend on how many tasks there are.

Result<std::vector<Blocker>> load_blockers(Connection& connection, const Id& task_id);

// Tasks with what holds them back, for everything that shows tasks.

Result<ListedTask> load_listed_task(Task task, Connection& connection);
Result<std::vector<ListedTask>> load_listed_tasks(std::vector<Task> tasks, Connection& connection);

}  // namespace hm
