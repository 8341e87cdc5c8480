// Lists of records, a line or two each, as people and agents read them. The id is always shown.
#pragma once

#include <string>
#include <vector>

#include "domain/anchor.h"
#include "domain/event.h"
#include "domain/memory.h"

namespace hm {

std::string memory_lines(const std::vector<Memory>& memories, Time now);
std::string anchor_lines(const std::vector<Anchor>& anchors, Time now);
std::string event_lines(const std::vector<Event>& events);

}  // namespace hm
