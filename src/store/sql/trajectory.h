// Queries about read-heads.
#pragma once

#include "domain/trajectory.h"
#include "store/records.h"

namespace hm {

// The read-head of a session, or the project's own when none is given.
Result<std::optional<Trajectory>> read_head_of(Connection& connection, const std::optional<Id>& session_id,
                                               BadRows& bad);

// The read-heads that are at that task.
Result<std::vector<Trajectory>> read_heads_at_task(Connection& connection, const Id& task_id, BadRows& bad);

// The read-heads that are at that plan; it has no index, for there are few read-heads.
Result<std::vector<Trajectory>> read_heads_at_plan(Connection& connection, const Id& plan_id, BadRows& bad);

// Where read-heads are: of one session, or of all when none is given; at most 1000 of each.
struct ReadHeadPlaces {
    std::vector<Id> plans;
    std::vector<Id> tasks;
};
Result<ReadHeadPlaces> read_head_places(Connection& connection, const std::optional<Id>& session_id);

}  // namespace hm
