// Work that passes from one session to another, in words: who has a task, what was left behind, what was taken.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "domain/checkpoint.h"
#include "domain/session.h"
#include "domain/task.h"
#include "engine/session/liveness.h"

namespace hm {

// A session as the holder of something.
struct HolderWords {
    const Session& session;
    Liveness liveness;
    Time last_heard_at;
};

// 'session 131421092026 (solo in opencode), last heard of 2026-09-21T14:13Z'. Times are
// absolute, so that a text stays the same while nothing happens.
std::string holder_text(const HolderWords& holder);

// A task that nobody who is there has in hand, with where it stands.
struct LeftWork {
    Task task;
    std::string holder;  // holder_text of the session that had it
    std::optional<Checkpoint> last_change;
    std::optional<Checkpoint> last_test;
    std::vector<std::string> next;  // names of what is planned behind it
};

// For the agent that comes next: 'You were on "X" (…): last change …; tests …; next …', and how to go on.
std::string left_work_note(const std::vector<LeftWork>& left);
// The same for people, a line for each.
std::string left_work_lines(const std::vector<LeftWork>& left);

// A task that a session gave away, as the one who gave it sees it.
struct DelegatedWork {
    Task task;
    std::string to;      // who it was given to
    std::string state;   // of the delegation, or of the task where there is none
    std::string holder;  // holder_text of the session that has it; "" when nobody does
    std::optional<Checkpoint> last_step;
    std::vector<std::string> waits_for;
};

// A line for each; "" for none.
std::string delegated_work_note(const std::vector<DelegatedWork>& works);

// A task of a session that is there: who has it, where, since when, and how to ask for it.
Error held_by_another(const Task& task, const HolderWords& holder, Duration lease);

// What the session is told that had the task.
std::string lost_task_note(const Task& task, std::string_view taker, Liveness because, Time last_heard_at);

// For a command of a session that lost what it means.
Error lost_task_error(const Task& task, std::string_view holder);

}  // namespace hm
