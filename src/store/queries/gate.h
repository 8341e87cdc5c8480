// What the gate asks of the store beside single records: by keys, or within a bound, so that the answer takes as long
// in a large store as in a small one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "domain/event.h"
#include "domain/plan.h"
#include "domain/task.h"
#include "store/records/records.h"

namespace hm {

// The plan that the session's read-head is at, or the nearest of those above it, or the project's; without any of
// them the only plan that is open. `line` is the session and those above it.
Result<std::optional<Id>> plan_in_view(Connection& connection, const std::vector<Id>& line);

// What of a plan says how strictly it is held: title, category and governance_level; the rest is not read.
Result<std::optional<Plan>> plan_level(Connection& connection, const Id& plan_id);
// The same of the plan that the task, or the whole it is a part of, belongs to.
Result<std::optional<Plan>> plan_level_of_task(Connection& connection, const Id& task_id);

// The planned tasks of a plan that are not meant for later and wait for no other task. Nothing when the plan has more
// than 800 tasks to look through, or more than a handful are planned: then none of them is plainly the next.
Result<std::vector<Task>> next_tasks(Connection& connection, const Id& plan_id, BadRows& bad);

// How often the session was refused this call since then, within its last events.
Result<std::int64_t> count_refusals(Connection& connection, const Id& session_id, std::string_view call, Time since);

// Whether advice was shown to the session since its turn began, within its last events; or for that very call. The
// decision that it was shown with has this fact.
inline constexpr std::string_view advised_fact = "advised";
Result<bool> was_advised(Connection& connection, const Id& session_id, std::string_view call);
Result<bool> is_advised_this_turn(Connection& connection, const Id& session_id);

// The role in which the session made its last call, as its decision recorded it; "" when none is on record.
Result<std::string> last_role_of(Connection& connection, const Id& session_id);

// Who else changed the file under the task after this session had last looked at it or written it. Nothing when nobody
// did, or this session never had it before it. Among the last calls of the task and of the session.
struct OtherChange {
    std::string by;  // the agent as its client names it
    Time at;
};
Result<std::optional<OtherChange>> changed_by_other(Connection& connection, const Id& task_id, const Id& session_id,
                                                    std::string_view path);

// Whether A and a name one file, as the file system has it.
HM_ENUM(NameCase, counts, counts_not)

// The tasks that hold the path, a folder above it or anything below it; at most 20. Asked by key where case counts;
// else what is held now is looked through, which tasks at work hold and nobody else.
Result<std::vector<Id>> lock_holders(Connection& connection, std::string_view path, NameCase name_case);

// Files that tasks hold now, at most that many.
Result<std::vector<std::string>> locked_files(Connection& connection, std::int64_t most);

// Whether any task is planned.
Result<bool> has_planned_task(Connection& connection);

// Tasks of a phase on both sides of one of them, in the order they were made; at most that many.
Result<std::vector<Task>> tasks_around(Connection& connection, const Id& phase_id, const Id& task_id, std::size_t most,
                                       BadRows& bad);

// The place in the trail at which the session was last given a pack; 0 when it never was.
Result<std::int64_t> last_told(Connection& connection, const Id& session_id);

// Tasks that a person released, reassigned or reopened since the session was last given a pack, oldest first.
Result<std::vector<Event>> task_levers_since_told(Connection& connection, const Id& session_id, std::int64_t most,
                                                  BadRows& bad);

// What the trail holds of a call: that it was let through, that it ended, or that its session went on or away.
struct CallTrace {
    Id event_id;
    Time at;
    std::string kind;       // of the event
    std::string session;    // "" when the event has none
    std::string tool_kind;  // of a call: "shell", "read" …
    std::string tool;
    std::string call_id;  // the client's; may be ""
    std::string client;   // the client's process, as app/bus/bus.h spells it; may be ""
    std::string doing;    // of a shell's call: what the gate found gravest in it; may be ""
};

// In the order in which they happened. Found by the place in the trail, which follows time but for what was spooled: a
// record that waited for longer than the span reaches beyond `until` is missed.
Result<std::vector<CallTrace>> call_traces(Connection& connection, Time from, Time until);

// The processes of clients that asked about a call, among the newest events, at most that many.
Result<std::vector<std::string>> recorded_clients(Connection& connection, std::int64_t events);

// What people confirmed by typing the word that was shown, newest first. Found by the key of the request.
inline constexpr std::string_view confirmed_key = "person.confirmed:";
Result<std::vector<Event>> confirmed_by_word(Connection& connection, Time since, std::int64_t most, BadRows& bad);

struct SessionCounts {
    std::int64_t anchors = 0;
    std::int64_t checkpoints = 0;
    std::int64_t tool_outputs = 0;  // since the session was last compacted
};

// Among the session's last events, at most that many.
Result<SessionCounts> count_session(Connection& connection, const Id& session_id, std::int64_t most);

}  // namespace hm
