// Compaction: how much to say to one, when to stop saying more, and which events were turning points. Pure.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "domain/event.h"
#include "domain/session_counters.h"
#include "domain/settings.h"

namespace hm {

// After this many in a row that freed too little, HiveMind stops adding to the problem.
inline constexpr std::int64_t useless_compactions_taken = 2;

bool is_useless_to_add(const SessionCounters& counters);

// Characters of the block for a compaction: a part of the pack's, and no more than a hundredth of the window.
std::size_t compaction_characters(const SessionCounters& counters, const Settings& settings);

// Whether an event changed the direction, or was routine progress.
bool is_turning_point(const Event& event);

// The events that changed direction, in the given order, at most `most`.
std::vector<Event> turning_points_among(const std::vector<Event>& events, std::size_t most);

}  // namespace hm
