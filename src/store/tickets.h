// Tickets: small secrets that one process leaves for another in .hivemind/tickets, one file each, taken exactly once.
// The name of the file is the ticket; it cannot be guessed. Old ones are removed by whoever leaves the next.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/time.h"
#include "store/locate.h"

namespace hm {

// Leaves a ticket with this content and answers its name.
Result<std::string> leave_ticket(const ProjectPaths& paths, std::string_view content);

// The content, the first time it is asked for within ten minutes; else nothing.
std::optional<std::string> take_ticket_content(const ProjectPaths& paths, std::string_view ticket);

}  // namespace hm
