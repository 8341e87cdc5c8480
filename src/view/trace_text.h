// A trace as a person reads it, tree by tree, and as machines do.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "domain/event.h"

namespace hm {

// A record on the way from or to the one that was asked for.
struct TraceStep {
    std::string noun;
    json::object record;
    std::string field;  // through which one names the other
    int depth = 0;
};

struct TracedCommit {
    std::string hash;
    std::string at;
    std::string author;
    std::string subject;
};

struct TraceFacts {
    std::optional<Event> event;             // when an event was asked for
    std::optional<std::int64_t> undone_by;  // the event that undid it
    std::vector<TraceStep> changed;         // what that event changed, as it is now
    std::string noun;                       // of the subject
    std::optional<json::object> subject;
    std::vector<TraceStep> names;     // what it names, and what those name, depth first
    std::vector<TraceStep> named_by;  // what hangs off it
    std::size_t left_out = 0;         // steps that were too many to follow
    std::string minute;               // the stamp's digits
    std::vector<TraceStep> same_minute;
    std::vector<Event> events;  // oldest first
    bool has_older_events = false;
    std::vector<std::string> files;  // changed under it, by its checkpoints
    std::vector<TracedCommit> commits;
    std::string git_note;
};

std::string trace_text(const TraceFacts& facts);
json::object trace_json(const TraceFacts& facts);

}  // namespace hm
