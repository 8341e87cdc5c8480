// What lies at and around a read-head: its trajectory, the tasks beside it, what hangs off them. Every question is
// answered by an index and bounded, whatever the store holds.
#pragma once

#include "domain/anchor.h"
#include "domain/comment.h"
#include "domain/decision.h"
#include "domain/knowledge.h"
#include "domain/task.h"
#include "domain/trajectory.h"
#include "store/records/records.h"

namespace hm {

// The read-head of that session in use; without a session, the project's own.
Result<std::optional<Trajectory>> trajectory_of(Connection& connection, const std::optional<Id>& session_id,
                                                BadRows& bad);

// Tasks that are not finished: of a phase, or parts of a task. The oldest first.
Result<std::vector<Task>> open_tasks_of_phase(Connection& connection, const Id& phase_id, std::int64_t limit,
                                              BadRows& bad);
Result<std::vector<Task>> open_parts_of(Connection& connection, const Id& task_id, std::int64_t limit, BadRows& bad);
// Those that agents beside this one have in hand: sessions with the same parent, or without one as this.
Result<std::vector<Id>> tasks_of_agents_beside(Connection& connection, const Id& session_id, std::int64_t limit);
// Planned ones anywhere, the last changed first.
Result<std::vector<Task>> planned_tasks(Connection& connection, std::int64_t limit, BadRows& bad);

// All critical anchors in the context, by key.
Result<std::vector<Anchor>> critical_anchors(Connection& connection, std::int64_t limit, BadRows& bad);
// The others, the last confirmed first.
Result<std::vector<Anchor>> fresh_anchors(Connection& connection, std::int64_t limit, BadRows& bad);

// A person's remarks on any of the records that no agent was shown before `shown_since`, the oldest first.
Result<std::vector<Comment>> comments_to_show(Connection& connection, const std::vector<Id>& on_ids, Time shown_since,
                                              std::int64_t limit, BadRows& bad);
// An agent was shown them.
// Whether anybody but the session has saved a memory, decided or pinned something critical since the record of that id,
// or a subagent has reported on the session.
Result<bool> has_learnt_since(Connection& connection, std::string_view id, const Id& session_id);

// Whether a person remarked on anything that no agent has been shown yet.
Result<bool> has_unread_comments(Connection& connection);

Result<void> mark_read(Transaction& transaction, const std::vector<Id>& comment_ids, Time now);
// Entries of knowledge were shown to an agent.
Result<void> count_shown(Transaction& transaction, const std::vector<Id>& knowledge_ids, Time now);

Result<std::vector<Decision>> recent_decisions(Connection& connection, std::int64_t limit, BadRows& bad);

// Entries that name the record, the newest first.
Result<std::vector<Knowledge>> knowledge_about(Connection& connection, const Id& id, std::int64_t limit, BadRows& bad);
// Entries that hold longest from now on.
Result<std::vector<Knowledge>> fresh_knowledge(Connection& connection, std::int64_t limit, BadRows& bad);

// Whether the task was found to be wrong altogether.
Result<bool> is_invalidated(Connection& connection, const Id& task_id);

// A number that changes with every memory, entry or anchor that is added or changed through a command, in whatever
// process. What hooks record does not change it.
struct KnownVersion {
    std::int64_t changes = 0;
    std::int64_t memories = 0;
    std::int64_t knowledge = 0;
    auto operator<=>(const KnownVersion&) const = default;
};
Result<KnownVersion> known_version(Connection& connection);

}  // namespace hm
