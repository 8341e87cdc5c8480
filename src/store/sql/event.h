// The trail of events, and the before-images that belong to them.
#pragma once

#include "domain/event.h"
#include "store/records.h"

namespace hm {

// Appends the event; its seq is set by the store. Facts past their limit are replaced by a note.
Result<std::int64_t> append_event(Transaction& transaction, Event event);

// Keeps what the transaction changed so far under that event, so that it can be undone.
Result<void> keep_changes(Transaction& transaction, std::int64_t event_seq);

struct EventFilter {
    std::optional<Id> session_id;
    std::optional<Id> subject_id;
    std::optional<std::string> kind_prefix;  // "gate." or "memory"
    std::int64_t after_seq = 0;
    std::int64_t limit = 50;
};

// The newest events that pass, newest first.
Result<std::vector<Event>> list_events(Connection& connection, const EventFilter& filter, BadRows& bad);

// Whether a request of that key already left its event; false without a key.
Result<bool> has_event_of_request(Connection& connection, const std::optional<Text<1, 120>>& request_id);

Result<std::optional<Event>> find_event_by_request(Connection& connection, std::string_view request_id, BadRows& bad);

}  // namespace hm
