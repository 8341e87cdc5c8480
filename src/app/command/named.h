// The event that a person means: by its place in the trail, or by its id.
#pragma once

#include <optional>
#include <string_view>

#include "base/id.h"
#include "base/json.h"
#include "base/shape.h"
#include "domain/event.h"
#include "store/records/records.h"

namespace hm {

// Nothing when the text is neither, or no event has it.
Result<std::optional<Event>> event_named(Connection& connection, std::string_view text, BadRows& bad);

// The record that a word names: its id or the end of it, its stamp, the id it had where it was imported from, or, of a
// task or a plan, its name. `noun` is what is meant where that is known.

Result<Id> record_named(std::string_view text, Connection& connection, std::string_view noun = {});

// The task or plan that is open and that the text names; nothing when none is. Fails when it could be more than one.
Result<std::optional<Id>> open_record_named(std::string_view text, Connection& connection, std::string_view noun);

// Puts whole ids where an input names records by short ids or names. `entry` is the command's name: its `id` is one of
// its noun. What names nothing is refused with what could have been meant.
Result<void> settle_ids(json::value& input, const Shape& shape, std::string_view entry, Connection& connection);

// For a record whose row is there and cannot be read. REQUIRES: `bad` is not empty.
Error unreadable_record(std::string_view noun, const Id& id, const BadRows& bad);

}  // namespace hm
