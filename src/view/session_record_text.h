// What really happened in a session, in words: never what was planned.
#pragma once

#include <string>
#include <vector>

#include "domain/session.h"
#include "domain/session_counters.h"
#include "domain/signal.h"

namespace hm {

struct SessionRecord {
    Session session;
    SessionCounters counters;
    std::vector<std::string> tasks_completed;     // names
    std::vector<std::string> delegations_issued;  // ids
    std::vector<std::string> anchors_survived;    // keys of those that still hold
    std::vector<std::string> entries_created;     // ids of memories and knowledge
    std::vector<std::string> turning_points;
    std::vector<Signal> signals;
    std::optional<Time> last_event_at;
    Time now;
};

std::string session_headline(const Session& session, Time now);

std::string session_record_text(const SessionRecord& record);
json::object session_record_json(const SessionRecord& record);

std::string session_diff_text(const SessionRecord& one, const SessionRecord& other);
json::object session_diff_json(const SessionRecord& one, const SessionRecord& other);

std::string drift_text(const SessionRecord& record);
json::object drift_json(const SessionRecord& record);

}  // namespace hm
