// What stays when room is short, highest first. Memories, knowledge and anchors below critical share the lower half.
#pragma once

namespace hm::rank {

inline constexpr double critical_anchor = 1000;
inline constexpr double read_head = 990;
inline constexpr double note = 950;
inline constexpr double active_task = 900;
inline constexpr double comment = 880;
inline constexpr double dead_end_of_active_task = 850;
inline constexpr double checklist = 800;
inline constexpr double dead_end_in_question = 760;
inline constexpr double dead_end = 640;
inline constexpr double next_task = 620;
inline constexpr double decision_awaited = 610;
inline constexpr double memory_ceiling = 700;  // for a memory that is worth 1
inline constexpr double anchor_ceiling = 660;  // for an anchor with the highest score below critical
inline constexpr double locked_code = 600;
inline constexpr double knowledge_ceiling = 480;
inline constexpr double decision = 320;
inline constexpr double governance = 300;

}  // namespace hm::rank
