// Plans, tasks and the state of the work as text.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "base/json.h"
#include "domain/anchor.h"
#include "domain/event.h"
#include "domain/grant.h"
#include "domain/phase.h"
#include "domain/plan.h"
#include "domain/session.h"
#include "domain/settings.h"
#include "domain/signal.h"
#include "domain/task.h"
#include "engine/work/completion.h"
#include "engine/work/readiness.h"
#include "view/hand_over_text.h"

namespace hm {

// The graph of work as a tree: plans, their phases, their tasks and the parts of those, with status, who does it, what
// holds it back, what is planned ahead, and where the read-heads are.

struct TreeTask {
    Id id;
    std::string name;
    std::string status;
    std::string assigned_to = {};
    std::string holder = {};  // the session that works on it, in words
    bool is_planned_ahead = false;
    bool is_cursor = false;
    std::vector<Blocker> blockers = {};
    std::vector<TreeTask> parts = {};
};

struct TreePhase {
    Phase phase;
    std::vector<TreeTask> tasks = {};
};

struct TreePlan {
    Plan plan;
    std::vector<TreePhase> phases = {};
    std::vector<Blocker> blockers = {};              // plans it builds on that are not completed
    std::map<std::string, std::size_t> counts = {};  // tasks by status, all of them
    std::size_t left_out = 0;
    bool is_cursor = false;
};

// A plan that is under way has to lead to what carries it out: a task, or the document it is written in.
bool links_to_nothing(const Plan& plan, std::size_t tasks);
std::string unlinked_plan_note(const Plan& plan);

struct PlanTree {
    GateMode mode = GateMode::assisted;  // of the project, which a plan can only make stricter
    std::vector<TreePlan> plans;
    std::vector<TreeTask> without_plan;  // that are not over
    std::size_t without_plan_left_out = 0;
    std::size_t plans_left_out = 0;
};

std::string plan_tree_text(const PlanTree& tree);
json::object plan_tree_json(const PlanTree& tree);

// A task as it is shown anywhere: with what holds it back now. `blocked` is worked out, and shown in place of a status
// that would mislead; the stored status stays beside it for machines.

struct ListedTask {
    Task task;
    std::vector<Blocker> blockers;  // empty for a task that is over
};

// "blocked", "planned ahead" or the stored status.
std::string shown_status(std::string_view status, bool is_planned_ahead, bool is_blocked);

json::object to_json(const Blocker& blocker);
json::array to_json(const std::vector<Blocker>& blockers);

// The record with `blocked` and `blocked_by`.
json::object to_json(const ListedTask& shown);
json::array to_json(const std::vector<ListedTask>& shown);

// A line each, and one below for everything that holds it back.
std::string task_lines(const std::vector<ListedTask>& tasks, Time now);

// The lines that say what holds a task back; at most three, the last one counting the rest.
std::string blocker_lines(const std::vector<Blocker>& blockers, std::string_view indent);

// What may start now, what is planned ahead, and what is held back by what.

struct ReadyTask {
    Id id;
    std::string name;
    std::string assigned_to;
    std::vector<Blocker> blockers;
};

// The lists are bounded; the counts are of all.
struct ReadyFacts {
    std::vector<ReadyTask> ready;
    std::vector<ReadyTask> ahead;
    std::vector<ReadyTask> blocked;
    std::size_t ready_count = 0;
    std::size_t ahead_count = 0;
    std::size_t blocked_count = 0;
};

std::string ready_text(const ReadyFacts& facts);
json::object ready_json(const ReadyFacts& facts);

// Where a task stands, in a few lines for the one who works on it.

struct TaskStanding {
    ListedTask shown;
    std::string plan;  // its title; empty when it belongs to none
    CompletionFacts completion;
};

std::string task_status_text(const std::vector<TaskStanding>& tasks);
json::array task_status_json(const std::vector<TaskStanding>& tasks);

// The words for a task that cannot count as done yet: what is missing, and how to go on.

// At most a few lines; the last one counts the rest.
std::vector<std::string> missing_lines(const std::vector<Missing>& missing);

std::string review_sentence(std::string_view task, std::size_t missing);
std::string review_advice(const Id& task_id);

// For a plan whose last task is over: what must hold, and how to say that it does.
std::string reached_advice(const Id& plan_id, const std::vector<Sentence>& acceptance);

// Where things stand, in a screenful.

struct StatusFacts {
    std::string version;
    std::string root;
    GateMode mode = GateMode::assisted;
    std::optional<Time> paused_until;
    FailMode fail = FailMode::open;
    std::vector<Grant> grants;     // in force
    std::vector<Event> confirmed;  // what was confirmed in a terminal that began during a call, lately
    Time now;
    std::vector<ListedTask> active_tasks;
    std::vector<LeftWork> left_behind;  // of the active ones: begun by sessions that are not there any more
    std::vector<ListedTask> planned_tasks;
    std::vector<Anchor> anchors;
    std::vector<Session> sessions;
    std::vector<Event> last_events;
    std::vector<Signal> signals;
    std::int64_t memories = 0;
    std::int64_t past_date = 0;  // counted no further than past_date_counted
    std::int64_t past_date_counted = 100;
    std::size_t spooled = 0;
    std::size_t bad_rows = 0;
};

std::string status_text(const StatusFacts& facts);
json::object status_json(const StatusFacts& facts);

}  // namespace hm
