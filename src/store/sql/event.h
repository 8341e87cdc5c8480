// The trail of events, and the before-images that belong to them.
#pragma once

#include "domain/event.h"
#include "store/records.h"

namespace hm {

// In the place of facts past their limit.
json::object facts_left_out();

// Appends the event; its seq is set by the store. Facts past their limit are replaced by a note.
Result<std::int64_t> append_event(Transaction& transaction, Event event);

// Keeps what the transaction changed so far under that event, so that it can be undone.
Result<void> keep_changes(Transaction& transaction, std::int64_t event_seq);

struct EventFilter {
    std::optional<Id> session_id;
    std::optional<Id> task_id;
    std::optional<Id> subject_id;
    std::optional<ActorKind> actor;
    std::optional<std::string> kind_prefix;  // "gate." or "memory"
    std::optional<std::string> text;         // somewhere in kind, summary or facts; small and big letters are one
    std::optional<Time> since;
    std::int64_t after_seq = 0;
    std::optional<std::int64_t> until_seq;  // the last one that may be among them
    std::int64_t limit = 50;
};

// The newest events that pass, newest first.
Result<std::vector<Event>> list_events(Connection& connection, const EventFilter& filter, BadRows& bad);

// The newest event's place in the trail; 0 in an empty one.
Result<std::int64_t> last_event_seq(Connection& connection);

// A number that changes when another connection has written to the store. Costs no read of it.
Result<std::int64_t> data_version(Connection& connection);

// Whether a request of that key already left its event; false without a key.
Result<bool> has_event_of_request(Connection& connection, const std::optional<Text<1, 120>>& request_id);

Result<std::optional<Event>> find_event_by_request(Connection& connection, std::string_view request_id, BadRows& bad);

}  // namespace hm
