// The record that a word names: its id, its stamp, or the id it had where it was imported from.
#pragma once

#include <string_view>

#include "base/id.h"
#include "store/records.h"

namespace hm {

Result<Id> record_named(std::string_view text, Connection& connection);

// For a record whose row is there and cannot be read. REQUIRES: `bad` is not empty.
Error unreadable_record(std::string_view noun, const Id& id, const BadRows& bad);

}  // namespace hm
