// The event that a person means: by its place in the trail, or by its id.
#pragma once

#include <string_view>

#include "base/id.h"
#include "domain/event.h"
#include "store/records/records.h"

namespace hm {

// Nothing when the text is neither, or no event has it.
Result<std::optional<Event>> event_named(Connection& connection, std::string_view text, BadRows& bad);

// The record that a word names: its id, its stamp, or the id it had where it was imported from.

Result<Id> record_named(std::string_view text, Connection& connection);

// For a record whose row is there and cannot be read. REQUIRES: `bad` is not empty.
Error unreadable_record(std::string_view noun, const Id& id, const BadRows& bad);

}  // namespace hm
