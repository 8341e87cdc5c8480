// The record that a word names: its id, its stamp, or the id it had where it was imported from.
#pragma once

#include <string_view>

#include "base/id.h"
#include "store/connection.h"

namespace hm {

Result<Id> record_named(std::string_view text, Connection& connection);

}  // namespace hm
