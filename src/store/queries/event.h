// Events: appended, found, archived, and the receipts of requests.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "domain/event.h"
#include "store/records/records.h"
#include "store/sqlite/transaction.h"

namespace hm {

// The trail of events, and the before-images that belong to them.

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

// The member of an event's facts that tells what was asked under its request id: a print of the request.
inline constexpr std::string_view asked_fact = "asked";

// Fails with conflict when the first request under an id asked for something else than this one; nothing is said where
// one of the two did not tell.
Result<void> check_same_request(const Event& first, std::string_view asked);

Result<std::optional<Event>> find_event_by_request(Connection& connection, std::string_view request_id, BadRows& bad);

// Receipts that their events are too small for, by the request they answered: what a request that is sent again is
// answered with. Kept for a day, and only the newest ones.

// As long as an answer may be on any way to a caller.
inline constexpr std::size_t max_receipt_bytes = 1U << 20U;

// In the place of what was kept for that request. A receipt that is too long is left out.
Result<void> keep_receipt(Transaction& transaction, std::string_view request_id, Time at, std::string_view receipt);

Result<std::optional<std::string>> find_receipt(Connection& connection, std::string_view request_id);

// Events that only tell what was seen, and are old: what a store may let go of. Never one that undo needs, nor one of a
// task that is not over.

struct OldEvents {
    std::vector<Event> events;       // oldest first
    std::int64_t looked_until = 0;   // the last place in the trail that was looked at
    bool has_come_to_young = false;  // the next one is not old
};

// Costs one look by key when nothing is old.
Result<OldEvents> old_events(Connection& connection, std::int64_t after_seq, Time before, std::int64_t looked_at,
                             BadRows& bad);

// With the injections that they tell of.
Result<void> remove_events(Transaction& transaction, const std::vector<Event>& events);

}  // namespace hm
