// Records of any noun as text: one whole, lists, receipts, traces.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/shape.h"
#include "base/time.h"
#include "domain/anchor.h"
#include "domain/event.h"
#include "domain/memory.h"

namespace hm {

// Any record as people read it: a line in a list, or every field of it. Works from the JSON form, so that it needs to
// know no noun.

// What the record is about, in one short line; empty when nothing says it.
std::string headline_of(const json::object& record);

// One line each: id, status, age, headline. `noun` names what is missing when there is none.
std::string any_record_lines(std::string_view noun, const std::vector<json::object>& records, Time now);

// Every field that has a value, a line each; times as dates.
std::string any_record_text(std::string_view noun, const json::object& record, const Shape& shape);

// Lists of records, a line or two each, as people and agents read them. The id is always shown.

std::string memory_lines(const std::vector<Memory>& memories, Time now);
std::string anchor_lines(const std::vector<Anchor>& anchors, Time now);
std::string event_lines(const std::vector<Event>& events);

// The words of a receipt: the sentence, then every id and detail on its own line.

std::string receipt_text(std::string_view sentence, const json::object& receipt);

// A trace as a person reads it, tree by tree, and as machines do.

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
