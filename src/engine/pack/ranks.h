// What stays when room is short, highest first. Memories and anchors below critical share the lower half.
#pragma once

namespace hm::rank {

inline constexpr double critical_anchor = 1000;
inline constexpr double note = 950;
inline constexpr double active_task = 900;
inline constexpr double dead_end_of_active_task = 850;
inline constexpr double checklist = 800;
inline constexpr double dead_end = 700;
inline constexpr double high_anchor = 650;
inline constexpr double memory_ceiling = 600;
inline constexpr double medium_anchor = 300;
inline constexpr double low_anchor = 100;

}  // namespace hm::rank
