// Rows that a command met and could not read go to quarantine in the same transaction, with an event that names them.
// A row that others name stays where it is: `hivemind doctor --fix` knows what to do with those.
#pragma once

#include "app/command.h"

namespace hm {

Result<void> set_bad_rows_aside(const CommandContext& context);

}  // namespace hm
