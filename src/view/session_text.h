// Sessions as people read them: the tree with its stamps, cursor and gaps, the file of a session, and the block that
// says where things stand.
#pragma once

#include <string>
#include <vector>

#include "domain/session.h"
#include "domain/session_counters.h"
#include "domain/signal.h"
#include "engine/session/tree.h"

namespace hm {

// One line a node, the cursor marked, with stamp, status and age; then the gaps that are not healthy.
std::string tree_text(const SessionTree& tree, Time now);
json::object tree_json(const SessionTree& tree);

// The template that a new session file is made from; {{words}} are filled in.
std::string_view session_template();

struct SessionFileWords {
    std::string session_id;
    std::string stamp;
    std::string title;
    std::string mode;
    std::string governance_status;
    std::int64_t created = 0;
    std::int64_t last_updated = 0;
    std::string status;     // ACTIVE or CLOSED
    std::string hierarchy;  // the tree as text
};

std::string session_file_text(std::string_view from_template, const SessionFileWords& words);

// The part of a session file that HiveMind renders: from its beginning to its notes.
std::string_view rendered_part(std::string_view file);
// The rest: notes and log, as they are.
std::string_view kept_part(std::string_view file);

// "- 2026-09-21T14:13:20Z checkpoint: edit a.ts"
std::string log_line(Time at, std::string_view kind, std::string_view text);

// What really happened in a session, in words: never what was planned.

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
