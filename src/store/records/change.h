// The before-images that events keep, and which events were undone.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "domain/event.h"
#include "store/records/records.h"
#include "store/sqlite/transaction.h"

namespace hm {

// What an event changed, and what it was before; nothing before when the event made it.
struct KeptChange {
    std::string noun;
    std::string id;
    std::optional<json::value> before;
};

// The member of an undo's receipt that names the event it compensates. Migration 0005 has its index.
inline constexpr std::string_view undoes_member = "undoes";

// By its place in the trail, or by its id.
Result<std::optional<Event>> find_event(Connection& connection, std::int64_t seq, BadRows& bad);
Result<std::optional<Event>> find_event(Connection& connection, const Id& id, BadRows& bad);

// In the order the changes were made.
Result<std::vector<KeptChange>> changes_of(Connection& connection, std::int64_t event_seq);

// The events behind `after` that changed the record or setting, oldest first.
Result<std::vector<std::int64_t>> events_changing(Connection& connection, std::string_view id, std::int64_t after);

// The newest events about a record: it is their subject, their session, their task, or they changed it. Newest first.
Result<std::vector<Event>> events_about(Connection& connection, const Id& id, std::int64_t limit, BadRows& bad);

// The event that compensates `event_seq` and is itself in force.
Result<std::optional<std::int64_t>> undone_by(Connection& connection, std::int64_t event_seq);

// The event that `event` compensates, when it is an undo.
std::optional<std::int64_t> undone_event(const Event& event);

// Nodes that were set aside with their reason: nothing reads them but export, nothing is lost.

struct SetAside {
    std::string noun;  // or the table, for a row that was in the store
    std::string id;
    std::string reason;
    std::string content;
    Time at;
};

// False when the same content was set aside before.
Result<bool> set_aside_once(Transaction& transaction, const SetAside& node);

// Whether the same content is set aside under that name.
Result<bool> is_set_aside(Connection& connection, const SetAside& node);

Result<bool> has_set_aside_rows(Connection& connection);

// Takes out what was set aside under this name: a sound version has arrived.
Result<void> forget_set_aside(Transaction& transaction, std::string_view noun, std::string_view id);

// In the order of their ids.
Result<void> for_each_set_aside(Connection& connection, const std::function<Result<void>(const SetAside&)>& visit);

}  // namespace hm
